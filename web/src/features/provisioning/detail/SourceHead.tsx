import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { Link } from '@tanstack/react-router';
import { formatDateTime } from '#contract/display.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import parts from '../../../ui/form/parts.module.css';
import { DetailHeader } from '../../../ui/page/DetailHeader.tsx';
import classes from '../provisioning.module.css';
import type { Source } from '../queries.ts';
import { SourceBadge } from '../SourceBadge.tsx';
import { SourceActs } from './SourceActs.tsx';
import type { SourceActs as Acts } from './use-source-acts.ts';

/** The head of a source's page: how it is, whom it provides, and when its directory was here last. */
export function SourceHead({ source, acts }: { source: Source; acts: Acts }) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const { displayName, uuid, users, lastUsedAt } = source;
  return (
    <DetailHeader
      name={displayName}
      sign={
        <span className={classes.sign} aria-hidden="true">
          <IconRefresh size={26} stroke={1.5} />
        </span>
      }
      id={{ label: t('provisioning.sourceId'), value: uuid }}
      status={
        <>
          <SourceBadge source={source} />
          <Link to="/portal/provisioning/$uuid" params={{ uuid }} search={{ tab: 'users' }} className={parts.note}>
            {t('provisioning.usersCount', { count: users })}
          </Link>
          <span className={parts.note}>
            {lastUsedAt === null
              ? t('provisioning.noContact')
              : t('provisioning.contactAt', { time: formatDateTime(new Date(lastUsedAt), language, zone) })}
          </span>
        </>
      }
      actions={<SourceActs source={source} acts={acts} />}
    />
  );
}

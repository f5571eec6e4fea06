import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import type { ReactNode } from 'react';
import { formatDateTime } from '#contract/display.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import parts from '../../ui/form/parts.module.css';
import { DetailHeader } from '../../ui/page/DetailHeader.tsx';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import { timeZoneOf, useMe } from '../session-queries.ts';
import classes from './federation.module.css';

/** What all identity providers have that users sign in with. */
export interface ShownProvider {
  displayName: string;
  enabled: boolean;
  testedAt: string | null;
  linkedUsers: number;
}

type Props = {
  provider: ShownProvider;
  id: { label: string; value: string };
  actions: ReactNode;
  heading?: 'h1' | 'h2' | undefined;
};

/** The head of an identity provider's page: whether it is on, who signs in with it, and when it was tested. */
export function ProviderHead({ provider, id, actions, heading = 'h1' }: Props) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const { displayName, enabled, testedAt, linkedUsers } = provider;
  return (
    <DetailHeader
      name={displayName}
      sign={
        <span className={classes.sign} aria-hidden="true">
          <IconKey size={26} stroke={1.5} />
        </span>
      }
      id={id}
      status={
        <>
          <StatusBadge tone={enabled ? 'good' : 'neutral'}>{t(enabled ? 'openid.on' : 'openid.off')}</StatusBadge>
          <span className={parts.note}>{t('openid.linked', { count: linkedUsers })}</span>
          <span className={parts.note}>
            {testedAt === null
              ? t('openid.neverTested')
              : t('openid.testedAt', { time: formatDateTime(new Date(testedAt), language, zone) })}
          </span>
        </>
      }
      actions={actions}
      heading={heading}
    />
  );
}

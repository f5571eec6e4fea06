import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_KEYWORD_LENGTH } from '#contract/limits.ts';
import type { License } from '#contract/licences/fields.ts';
import { Loaded } from '../../../base/Loaded.tsx';
import { type Holder, reasonsQuery } from '../../../base/reasons/query.ts';
import { ReasonChecks, UsableBadge } from '../../../base/reasons/Reasons.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import classes from '../licenses.module.css';
import { type Found, foundQuery, MOST_FOUND } from './queries.ts';

type Props = { license: License; keyword: string; onKeyword: (keyword: string) => void };

/** Looks for a user or a device, and says whether it can use the licence and why. */
export function WhoTab({ license, keyword, onKeyword }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const language = useLanguage();
  const { volumeType } = license;
  const query = useQuery(foundQuery(tenantId, license, keyword, language));
  return (
    <>
      <p className={classes.lead}>{t(`licenses.whoWhy_${volumeType}`)}</p>
      <SearchBox
        label={t(`licenses.searchWho_${volumeType}`)}
        value={keyword}
        maxLength={MAX_KEYWORD_LENGTH}
        onSearch={onKeyword}
      />
      <Loaded query={query} height={240} failedTitle={t('licenses.whoFailed')}>
        {({ found, total }) => (
          <>
            <p className={classes.count} role="status">
              {total === 0
                ? t('licenses.whoNone')
                : total > MOST_FOUND
                  ? t('licenses.whoseFirst', { count: total, shown: found.length })
                  : t('licenses.whoseFound', { count: total })}
            </p>
            <ul className={classes.found}>
              {found.map((one) => (
                <FoundLine
                  key={one.id}
                  license={license}
                  holder={{ tenantId, type: volumeType, id: one.id }}
                  one={one}
                />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </>
  );
}

function FoundLine({ license, holder, one }: { license: License; holder: Holder; one: Found }) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  return (
    <li>
      <details onToggle={(event) => setOpened(event.currentTarget.open)}>
        <summary>
          <span className={classes.name}>
            {one.name}
            {one.note ? <small>{one.note}</small> : null}
          </span>
          <StatusBadge tone={one.permitted ? 'good' : 'neutral'}>
            {t(one.permitted ? 'licenses.permitted' : 'licenses.notPermitted')}
          </StatusBadge>
        </summary>
        {opened ? <Why license={license} holder={holder} /> : null}
      </details>
    </li>
  );
}

/** Asked once it is opened. */
function Why({ license, holder }: { license: License; holder: Holder }) {
  const t = useT();
  const query = useQuery(reasonsQuery(holder));
  return (
    <Loaded query={query} height={160} failedTitle={t(`reasons.failed_${holder.type}`)}>
      {(licenses) => {
        const reasons = licenses.find(({ licenseId }) => licenseId === license.licenseId);
        return reasons ? (
          <>
            <UsableBadge usable={reasons.usable} />
            <ReasonChecks holder={holder} license={reasons} />
          </>
        ) : null;
      }}
    </Loaded>
  );
}

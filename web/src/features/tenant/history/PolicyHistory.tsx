import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { PolicyVersion } from '#contract/tenant/security-policy-routes.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { failedList } from '../../../base/failure.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { DateTimeText } from '../../../ui/text/DateTimeText.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import { Pager } from '../../../ui/list/Pager.tsx';
import classes from '../policy/policy.module.css';
import { policyVersionsQuery } from '../policy/queries.ts';
import { differenceWords } from '../policy/words.ts';
import { readVersionSearch, type VersionSearch } from './version-search.ts';

const route = getRouteApi('/frame/portal/tenant/policy-history');

const rowId = ({ version }: PolicyVersion) => String(version);

function columnsOf(t: Translate, language: string, timeZone: string): ListColumn<PolicyVersion>[] {
  return [
    { id: 'version', header: t('policy.version'), isName: true, cell: ({ version }) => version },
    {
      id: 'at',
      header: t('history.time'),
      cell: ({ savedAt }) => <DateTimeText value={savedAt} timeZone={timeZone} />,
    },
    { id: 'by', header: t('history.by'), cell: ({ operatorUserId }) => operatorUserId },
    {
      id: 'changes',
      header: t('history.changes'),
      cell: ({ changes }) => (
        <ul className={classes.changes}>
          {Object.entries(changes).map(([field, { before, after }]) => (
            <li key={field}>{differenceWords(t, language, { field, before, after })}</li>
          ))}
        </ul>
      ),
    },
  ];
}

/** Every saved version of the policy: who, when, and the changed fields. */
export function PolicyHistory() {
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const timeZone = timeZoneOf(me);
  const { page = 1, count = DEFAULT_PAGE_SIZE } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(policyVersionsQuery(me.tenantId, page, count));
  const { data, isPlaceholderData } = list;
  const columns = useMemo(() => columnsOf(t, language, timeZone), [t, language, timeZone]);
  const go = (search: VersionSearch) => void navigate({ search: readVersionSearch(search) });
  return (
    <ListTable
      id="policy-versions"
      plain
      caption={t('ui.tenant.policy-history')}
      columns={columns}
      rows={data?.results}
      rowId={rowId}
      rowName={rowId}
      loading={isPlaceholderData}
      expectedRows={5}
      totalResults={data?.totalResults ?? 0}
      failed={failedList(t, list, t('history.failedTitle'))}
      empty={{ title: t('history.emptyTitle'), text: t('policy.historyEmpty') }}
      pager={
        data && data.totalResults > 0 ? (
          <Pager
            page={page}
            pageSize={count}
            totalResults={data.totalResults}
            onPage={(wanted) => go({ page: wanted, count })}
            onPageSize={(wanted) => go({ count: wanted })}
          />
        ) : null
      }
    />
  );
}

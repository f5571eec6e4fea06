import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { PolicyVersion } from '#contract/tenant/security-policy-routes.ts';
import { ChangeLines } from '../../../base/history/ChangeLines.tsx';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { QueryList } from '../../../base/list/QueryList.tsx';
import { useMe } from '../../../base/session-queries.ts';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { policyVersionsQuery } from '../policy/queries.ts';
import { differenceWords } from '../policy/words.ts';
import { versionAddress } from './version-search.ts';

const route = getRouteApi('/frame/portal/tenant/policy-history');

const rowId = ({ version }: PolicyVersion) => String(version);

const columnsOf = ({ t, language, time, words }: ColumnKit): ListColumn<PolicyVersion>[] => [
  { id: 'version', header: t('policy.version'), isName: true, cell: ({ version }) => version },
  time('at', t('history.time'), ({ savedAt }) => savedAt),
  words('by', t('history.by'), ({ operatorUserId }) => operatorUserId, { priority: 1 }),
  {
    id: 'changes',
    header: t('history.changes'),
    cell: ({ changes }) => (
      <ChangeLines
        lines={Object.entries(changes).map(([field, { before, after }]) =>
          differenceWords(t, language, { field, before, after }),
        )}
      />
    ),
  },
];

/** Every saved version of the policy: who, when, and the changed fields. */
export function PolicyHistory() {
  const kit = useColumnKit();
  const { t } = kit;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <QueryList
      id="policy-versions"
      plain
      caption={t('ui.tenant.policy-history')}
      columns={useMemo(() => columnsOf(kit), [kit])}
      query={useQuery(policyVersionsQuery(useMe().tenantId, search))}
      rowId={rowId}
      rowName={rowId}
      at={search}
      go={(change, replace = false) => void navigate({ search: versionAddress.changed(search, change), replace })}
      paged="by page"
      failedTitle={t('history.failedTitle')}
      empty={{ title: t('history.emptyTitle'), text: t('policy.historyEmpty') }}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { PolicyMail } from '#contract/tenant/security-policy-routes.ts';
import { dash } from '#contract/display.ts';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { QueryList } from '../../../base/list/QueryList.tsx';
import { MailStateBadge } from '../../../base/MailStateBadge.tsx';
import { useMe } from '../../../base/session-queries.ts';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { policyMailsQuery } from '../policy/queries.ts';
import { policyMailAddress } from './mail-search.ts';

const route = getRouteApi('/frame/portal/tenant/policy-mails');

const rowId = ({ uuid }: PolicyMail) => uuid;
const rowName = ({ mailAddress }: PolicyMail) => mailAddress;

const columnsOf = ({ t, time, words }: ColumnKit): ListColumn<PolicyMail>[] => [
  { id: 'version', priority: 2, header: t('policy.version'), cell: ({ version }) => version },
  words('userId', t('common.userId'), ({ userId }) => userId, { isName: true }),
  words('mailAddress', t('common.mailAddress'), ({ mailAddress }) => mailAddress, { priority: 1 }),
  time('at', t('history.time'), ({ queuedAt }) => queuedAt),
  {
    id: 'state',
    isStatus: true,
    header: t('common.status'),
    cell: ({ state }) => (state ? <MailStateBadge state={state} /> : dash),
  },
];

/** Which administrators were mailed of which change of the policy (spec section 2), and what became of the mail. */
export function PolicyMails() {
  const kit = useColumnKit();
  const { t } = kit;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <QueryList
      id="policy-mails"
      plain
      caption={t('ui.tenant.policy-mails')}
      columns={useMemo(() => columnsOf(kit), [kit])}
      query={useQuery(policyMailsQuery(useMe().tenantId, search))}
      rowId={rowId}
      rowName={rowName}
      at={search}
      go={(change, replace = false) => void navigate({ search: policyMailAddress.changed(search, change), replace })}
      paged="by cursor"
      failedTitle={t('policy.mailsFailed')}
      empty={{ title: t('policy.mailsEmptyTitle'), text: t('policy.mailsEmpty') }}
    />
  );
}

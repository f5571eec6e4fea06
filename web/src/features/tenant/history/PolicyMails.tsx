import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { PolicyMail } from '#contract/tenant/security-policy-routes.ts';
import { dash } from '#contract/display.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { failedList } from '../../../base/failure.ts';
import { MailStateBadge } from '../../../base/MailStateBadge.tsx';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { CursorPager } from '../../../ui/list/CursorPager.tsx';
import { DateTimeText } from '../../../ui/text/DateTimeText.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import { policyMailsQuery } from '../policy/queries.ts';
import { readMailSearch } from './mail-search.ts';

const route = getRouteApi('/frame/portal/tenant/policy-mails');

const rowId = ({ uuid }: PolicyMail) => uuid;
const rowName = ({ mailAddress }: PolicyMail) => mailAddress;

function columnsOf(t: Translate, timeZone: string): ListColumn<PolicyMail>[] {
  return [
    { id: 'version', header: t('policy.version'), cell: ({ version }) => version },
    { id: 'userId', header: t('common.userId'), isName: true, cell: ({ userId }) => userId },
    { id: 'mailAddress', header: t('common.mailAddress'), cell: ({ mailAddress }) => mailAddress },
    {
      id: 'at',
      header: t('history.time'),
      cell: ({ queuedAt }) => <DateTimeText value={queuedAt} timeZone={timeZone} />,
    },
    {
      id: 'state',
      isStatus: true,
      header: t('common.status'),
      cell: ({ state }) => (state ? <MailStateBadge state={state} /> : dash),
    },
  ];
}

/** Which administrators were mailed of which change of the policy (spec section 2), and what became of the mail. */
export function PolicyMails() {
  const t = useT();
  const me = useMe();
  const timeZone = timeZoneOf(me);
  const search = route.useSearch();
  const { count = DEFAULT_PAGE_SIZE } = search;
  const navigate = route.useNavigate();
  const list = useQuery(policyMailsQuery(me.tenantId, search));
  const { data, isPlaceholderData } = list;
  const columns = useMemo(() => columnsOf(t, timeZone), [t, timeZone]);
  const go = (change: Record<string, unknown>) => void navigate({ search: readMailSearch(change) });
  return (
    <ListTable
      id="policy-mails"
      plain
      caption={t('ui.tenant.policy-mails')}
      columns={columns}
      rows={data?.results}
      rowId={rowId}
      rowName={rowName}
      loading={isPlaceholderData}
      expectedRows={5}
      totalResults={data?.totalResults ?? 0}
      failed={failedList(t, list, t('policy.mailsFailed'))}
      empty={{ title: t('policy.mailsEmptyTitle'), text: t('policy.mailsEmpty') }}
      pager={
        data && data.results.length > 0 ? (
          <CursorPager
            pageSize={count}
            totalResults={data.totalResults}
            totalIsEstimate={data.totalIsEstimate}
            next={data.next}
            previous={data.previous}
            onCursor={(cursor) => go({ ...search, cursor })}
            onPageSize={(size) => go({ count: size })}
          />
        ) : null
      }
    />
  );
}

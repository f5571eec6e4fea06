import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { listMyAppRequests } from '#contract/apps/app-requests.ts';
import type { getMyPasswordPolicy } from '#contract/site/my-tenant.ts';
import type { listMyConnectedApps } from '#contract/apps/connected-apps.ts';
import type { listMyCards } from '#contract/credentials/me-cards.ts';
import type { listExternalAccounts } from '#contract/federation/me-external-accounts.ts';
import type { listOfferedProviders } from '#contract/federation/openid-connections.ts';
import type { listMyGroups } from '#contract/people/me-groups.ts';
import type { searchMyLoginHistory } from '#contract/logs/me-login-history.ts';
import type { getRecoveryCodes } from '#contract/credentials/me-recovery-codes.ts';
import type { listMySessions } from '#contract/sign-in/me-sessions.ts';
import type { getUserCode } from '#contract/credentials/me-user-code.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { parseDateTime } from '#contract/period.ts';
import { call } from '../../api/call.ts';
import type { GroupSearch, HistorySearch } from './list-search.ts';

export const passwordPolicyQuery = queryOptions({
  queryKey: ['account', 'passwordPolicy'],
  queryFn: ({ signal }) =>
    call<typeof getMyPasswordPolicy>({
      method: 'GET',
      path: '/api/account/myTenant/securityPolicy/passwordPolicy',
      signal,
    }),
});

/** The accounts that are linked, and the providers at which one can be: shown together, so that nothing jumps. */
export const externalAccountsQuery = queryOptions({
  queryKey: ['account', 'externalAccounts'],
  queryFn: async ({ signal }) => {
    const [accounts, offered] = await Promise.all([
      call<typeof listExternalAccounts>({ method: 'GET', path: '/api/auth/me/externalAccounts', signal }),
      call<typeof listOfferedProviders>({ method: 'GET', path: '/api/auth/me/identityProviders', signal }),
    ]);
    return { accounts: accounts.results, offered: offered.results };
  },
});

export const userCodeQuery = queryOptions({
  queryKey: ['account', 'userCode'],
  queryFn: ({ signal }) => call<typeof getUserCode>({ method: 'GET', path: '/api/auth/me/userCode', signal }),
});

export const cardsQuery = queryOptions({
  queryKey: ['account', 'cards'],
  queryFn: ({ signal }) => call<typeof listMyCards>({ method: 'GET', path: '/api/auth/me/cards', signal }),
});

export const recoveryCodesQuery = queryOptions({
  queryKey: ['account', 'recoveryCodes'],
  queryFn: ({ signal }) =>
    call<typeof getRecoveryCodes>({ method: 'GET', path: '/api/auth/me/mfa/recoveryCodes', signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call<typeof listMySessions>({ method: 'GET', path: '/api/auth/me/sessions', signal }),
});

export const connectedAppsQuery = queryOptions({
  queryKey: ['account', 'connectedApps'],
  queryFn: ({ signal }) =>
    call<typeof listMyConnectedApps>({ method: 'GET', path: '/api/auth/me/connectedApps', signal }),
});

/** The apps one has asked the administrators for. */
export const appRequestsQuery = queryOptions({
  queryKey: ['account', 'appRequests'],
  queryFn: ({ signal }) =>
    call<typeof listMyAppRequests>({ method: 'GET', path: '/api/portal/me/oauthConsumerRequests', signal }),
});

export const groupsQuery = (search: GroupSearch) =>
  queryOptions({
    queryKey: ['account', 'groups', search],
    queryFn: ({ signal }) =>
      call<typeof listMyGroups>({
        method: 'GET',
        path: '/api/auth/me/groups',
        query: { page: 1, count: DEFAULT_PAGE_SIZE, sort: 'name', order: 'ascending', ...search },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** The body of a search; the ends of a custom period are meant in the person's time zone. */
export function historyBody(search: HistorySearch, timeZone: string): SentBodyOf<typeof searchMyLoginHistory> {
  const { period = 'days35', from, to, cursor, count = DEFAULT_PAGE_SIZE } = search;
  const page = cursor ? { cursor, count } : { count };
  const ends = [from, to].map((text) => text && parseDateTime(text, timeZone)?.toISOString());
  const [fromDatetime, toDatetime] = ends;
  // Half a custom period (an address somebody has cut short) says nothing: then the last 35 days.
  if (period === 'custom' && fromDatetime && toDatetime)
    return { periodType: period, fromDatetime, toDatetime, ...page };
  return { periodType: period === 'custom' ? 'days35' : period, ...page };
}

export const historyQuery = (search: HistorySearch, timeZone: string) =>
  queryOptions({
    queryKey: ['account', 'loginHistory', search, timeZone],
    queryFn: ({ signal }) =>
      call<typeof searchMyLoginHistory>({
        method: 'POST',
        path: '/api/auth/me/operations/search/logs/login',
        body: historyBody(search, timeZone),
        signal,
      }),
    placeholderData: keepPreviousData,
  });

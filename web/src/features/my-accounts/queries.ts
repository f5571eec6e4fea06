import { queryOptions } from '@tanstack/react-query';
import type { issueTicket, listMyAccounts, setDefaultTenant } from '#contract/sign-in/my-accounts.ts';
import type { loginTicket } from '#contract/sign-in/login.ts';
import type { AnswerOf } from '#contract/route.ts';
import { call } from '../../api/call.ts';

export type MyAccount = AnswerOf<typeof listMyAccounts>['results'][number];

/** The accounts this person proved to own in this sign-in. */
export const accountsQuery = queryOptions({
  queryKey: ['myAccounts'],
  queryFn: async ({ signal }) => {
    const answer = await call<typeof listMyAccounts>({ method: 'GET', path: '/api/auth/myAccounts', signal });
    return answer.results;
  },
});

/** Which account a mail address alone signs in to; null: it asks each time. */
export const saveDefaultTenant = (tenantId: string | null) =>
  call<typeof setDefaultTenant>({ method: 'PUT', path: '/api/auth/myAccounts/defaultTenants', body: { tenantId } });

/**
 * Opens the session of another account: a ticket, then a sign-in with it, which sets the cookie. What it answers says
 * whether that account wants more (a second factor, a new password).
 */
export async function openAccount(tenantId: string): Promise<AnswerOf<typeof loginTicket>> {
  const { ticket } = await call<typeof issueTicket>({
    method: 'POST',
    path: '/api/auth/myAccounts/issueTicketByAccessToken',
    body: { tenantId },
  });
  return call<typeof loginTicket>({ method: 'POST', path: '/api/auth/login/ticket', body: { ticket }, noAuth: true });
}

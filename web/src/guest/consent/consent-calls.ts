import type { answerConsent, describeConsent } from '#contract/apps/oauth-provider.ts';
import type { AnswerOf } from '#contract/route.ts';
import { call } from '../../api/call.ts';

export type ConsentRequest = AnswerOf<typeof describeConsent>;

const AUTHORIZATION = '/api/auth/oauth/provider/authorize';

/** The authorization request that the page was opened for, as its query; null where the address names none. */
export function pendingQuery(url: string | null): string | null {
  const start = `${AUTHORIZATION}?`;
  return url?.startsWith(start) ? url.slice(start.length) : null;
}

/** Where to go with the answer: back to the authorization endpoint, which asks no more or tells the app no. */
export function afterAnswer(query: string, accept: boolean): string {
  return `${AUTHORIZATION}?${query}${accept ? '' : '&consent=denied'}`;
}

/** Asks for another account; the authorization endpoint keeps the rest of the request. */
export function withAnotherAccount(query: string): string {
  const asked = new URLSearchParams(query);
  asked.set('prompt', 'select_account');
  return `${AUTHORIZATION}?${asked}`;
}

/** Which app asks, and for what. */
export function findConsentRequest(query: string): Promise<ConsentRequest> {
  const path = '/api/auth/oauth/provider/consent/request';
  return call<typeof describeConsent>({ method: 'POST', path, body: { query } });
}

/** Gives the answer to what was read. */
export async function sendAnswer(
  query: string,
  accept: boolean,
  { shares }: Pick<ConsentRequest, 'shares'>,
): Promise<void> {
  const path = '/api/auth/oauth/provider/consent/complete';
  await call<typeof answerConsent>({ method: 'POST', path, body: { query, accept, shares } });
}

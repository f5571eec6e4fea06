import type { exchangeTemporaryCode } from '#contract/joining/exchange-code.ts';
import type { openRegisterUser } from '#contract/joining/self-registration.ts';
import { TEMPORARY_CODE_SECONDS } from '#contract/limits.ts';
import type { AnswerOf } from '#contract/route.ts';
import { call } from '../api/call.ts';
import { sessionStore } from '../session/storage.ts';
import { sessionKeys } from '../session/storage-keys.ts';

/** What the code of a mailed link was traded for. */
export type OpenedLink = AnswerOf<typeof exchangeTemporaryCode>;
export type LinkPurpose = OpenedLink['purpose'];

/** What the code of the mail was traded for with which somebody registers oneself. */
export type OpenedRegistration = AnswerOf<typeof openRegisterUser>;

type Opened = Record<LinkPurpose, OpenedLink> & { selfRegistration: OpenedRegistration };
type KeptLink = { purpose: keyof Opened; link: OpenedLink | OpenedRegistration; until: number };

/** The exchange code in the address (spec section 7); undefined where there is none. */
export function exchangeCodeIn(query: URLSearchParams): string | undefined {
  return query.get('exchangeCode') || undefined;
}

/**
 * Trades the code of the address for a temporary one, which works once: it is kept for this tab, so that reloading the
 * page does not lose it, and the spent code leaves the address. Throws an `ApiError` (`revoked_or_expired` …).
 */
export async function openLink(exchangeCode: string, now = Date.now()): Promise<OpenedLink> {
  const request = {
    method: 'POST',
    path: '/api/account/temporaryCode/exchange',
    noAuth: true,
    body: { exchangeCode },
  } as const;
  const link = await call<typeof exchangeTemporaryCode>(request);
  keepLink(link.purpose, link, now);
  return link;
}

/** Keeps what the code of the address was traded for, and takes the spent code out of the address. */
export function keepLink<Purpose extends keyof Opened>(
  purpose: Purpose,
  link: Opened[Purpose],
  now = Date.now(),
): void {
  const until = now + TEMPORARY_CODE_SECONDS * 1000;
  sessionStore.write(sessionKeys.link, { purpose, link, until } satisfies KeptLink);
  history.replaceState(null, '', location.pathname);
}

/** A link opened before in this tab for the same purpose that can still be used. */
export function openedLink<Purpose extends keyof Opened>(
  purpose: Purpose,
  now = Date.now(),
): Opened[Purpose] | undefined {
  const kept = sessionStore.read<KeptLink>(sessionKeys.link);
  return kept && kept.until > now && kept.purpose === purpose ? (kept.link as Opened[Purpose]) : undefined;
}

/** The link's work is done, or it is worthless. */
export function forgetLink(): void {
  sessionStore.remove(sessionKeys.link);
}

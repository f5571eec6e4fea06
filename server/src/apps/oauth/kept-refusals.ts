import { sql } from 'kysely';
import type { ClientProblemCause } from '#contract/apps/client-addresses.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { tenantOfClient } from './clients.ts';

/** What was refused longer ago says nothing of today. */
const SHOWN_MS = 7 * 86_400_000;
/** A client that tries again and again, or a stranger in its name, is written down once in this time. */
const ONCE_MS = 10_000;
/** Writes of a process in a second, for all clients together. */
const MOST_A_SECOND = 20;
const MOST_REMEMBERED = 5000;
const MAX_DETAIL_LENGTH = 300;

interface Refused {
  errorId: string;
  reason?: string | undefined;
}

/** The reason of a refusal to users who are not assigned to the app. */
export const NOT_ASSIGNED = 'the user is not assigned to the app';

/** The reason while a client is turned off. */
export const DISABLED = 'the client is disabled';

/** The reason where nobody can give the MFA that is asked for: the policy does not offer it. */
export const MFA_OFF = 'MFA is turned off by the security policy';

/** The reason where a client proves itself by its key. */
export const WRONG_ASSERTION = 'the client assertion is not valid';

const grantCauses: readonly (readonly [RegExp, ClientProblemCause])[] = [
  [/redirect_uri/, 'codeRedirect'],
  [/^(authorization code already|AuthorizationCode used)/, 'codeUsed'],
  [/^(refresh token already|RefreshToken used)/, 'refreshUsed'],
  [/^authorization code (is expired|not found)/, 'codeExpired'],
  [/^refresh token/, 'refreshExpired'],
];

/** Why a client was refused, as administrators read it; null where it is no fault of its settings. */
export function causeOf({ errorId, reason = '' }: Refused): ClientProblemCause | null {
  if (reason === DISABLED) return 'disabled';
  if (reason === NOT_ASSIGNED) return 'notAssigned';
  if (reason === WRONG_ASSERTION) return 'key';
  if (reason.startsWith('the client is') || reason.startsWith('the tenant is')) return null;
  if (errorId === 'invalid_redirect_uri') return 'redirectUri';
  if (errorId === 'invalid_client') return /mechanism|method/.test(reason) ? 'method' : 'secret';
  if (errorId === 'invalid_dpop_proof' || /DPoP|jkt/.test(reason)) return 'proof';
  if (errorId === 'invalid_grant') return grantCauses.find(([pattern]) => pattern.test(reason))?.[1] ?? 'grant';
  // A pushed request with a wrong address is called an invalid one (RFC 9126 section 2.3).
  if (errorId === 'invalid_request' && /^redirect_uri did not match/.test(reason)) return 'redirectUri';
  if (errorId === 'invalid_request') return /PKCE/.test(reason) ? 'pkce' : 'request';
  if (/^invalid_request_(uri|object)$/.test(errorId)) return 'request';
  if (errorId === 'unmet_authentication_requirements') return reason === MFA_OFF ? 'mfaOff' : 'mfa';
  if (errorId === 'invalid_scope') return 'scope';
  if (errorId === 'invalid_target') return 'api';
  if (/^un(supported_grant_type|authorized_client)$/.test(errorId)) return 'grantType';
  if (errorId === 'unsupported_response_type') return 'responseType';
  return null;
}

/** An address without what may be secret in it; null for what is none. */
export function addressOnly(text: unknown): string | null {
  if (typeof text !== 'string' || !URL.canParse(text)) return null;
  const { protocol, host, pathname } = new URL(text);
  return `${protocol}${host ? '//' : ''}${host}${pathname}`.slice(0, MAX_DETAIL_LENGTH);
}

/** When something was written last, by client and cause; and how much in the running second. */
const written = new WeakMap<Tools, { last: Map<string, number>; second: number; count: number }>();

function isDue(tools: Tools, key: string, now: number): boolean {
  const kept = written.get(tools) ?? { last: new Map(), second: 0, count: 0 };
  written.set(tools, kept);
  const second = Math.floor(now / 1000);
  if (kept.second !== second) Object.assign(kept, { second, count: 0 });
  if (kept.count >= MOST_A_SECOND || now - (kept.last.get(key) ?? Number.NEGATIVE_INFINITY) < ONCE_MS) return false;
  if (kept.last.size >= MOST_REMEMBERED) kept.last.clear();
  kept.last.set(key, now);
  kept.count += 1;
  return true;
}

/** Keeps why a client was refused, for its administrators. Never throws, and nobody waits for it. */
export function keepRefusal(
  tools: Tools,
  clientId: string | null | undefined,
  refused: Refused,
  detail?: unknown,
): void {
  const tenantId = clientId ? tenantOfClient(clientId) : null;
  const cause = causeOf(refused);
  const now = tools.clock();
  if (!clientId || tenantId === null || cause === null || !isDue(tools, `${clientId} ${cause}`, now.getTime())) return;
  const address = cause === 'redirectUri' ? addressOnly(detail) : null;
  const keep = (tx: Tx) =>
    // Of a client that does not exist nothing is kept.
    sql`insert into client_refusals (tenant_id, client_id, cause, detail, last_at)
      select tenant_id, client_id, ${cause}, ${address}, ${now} from oauth_clients where client_id = ${clientId}
      on conflict (tenant_id, client_id, cause) do update set detail = excluded.detail, last_at = excluded.last_at`.execute(
      tx,
    );
  tools.db
    .inTenant(tenantId, keep)
    .catch((cause_) => tools.log.error({ err: cause_ }, 'why a client was refused could not be kept'));
}

/** What a client was refused lately, latest first. */
export async function listRefusals(tx: Tx, clientId: string, now: Date) {
  return tx
    .selectFrom('client_refusals')
    .select(['cause', 'detail', 'last_at'])
    .where('client_id', '=', clientId)
    .where('last_at', '>', new Date(now.getTime() - SHOWN_MS))
    .orderBy('last_at', 'desc')
    .orderBy('cause')
    .execute();
}

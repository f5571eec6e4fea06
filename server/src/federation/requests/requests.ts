import { createHmac } from 'node:crypto';
import { fail } from '#contract/errors.ts';
import { hashSecret, newSecret } from '../../platform/crypto/secret.ts';
import { splitTenantSecret } from '../../sign-in/sessions/sessions.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { RegistrationPage, TypedNames } from '../ports.ts';
import * as queries from './queries.ts';

/**
 * Why a browser is sent to a provider: to sign in, to link the account that is signed in, to try the connection, or to
 * complete a registration.
 */
export type Purpose = 'signIn' | 'connect' | 'test' | 'register';

/** A registration that is completed at a provider: its code by its hash, and what its holder typed. */
export interface Registering {
  /** Of the temporary code, as base64url. */
  codeHash: string;
  page: RegistrationPage;
  names: TypedNames;
}

/** Where the browser goes back to from a test that was begun with a set-up link. */
export const SETUP_PAGE = '/portal/connection-setup.html';

/** Minutes a provider has to send the browser back. */
const MINUTES = 15;

export interface NewRequest {
  tenantId: string;
  /** UUID of the connection. */
  connection: string;
  purpose: Purpose;
  /** Who links an account or tries the connection; null to sign in or to register. */
  userUuid: string | null;
  /** Of a registration only. */
  registration?: Registering | undefined;
  /** The browser's secret (`sign-in/proofs/federated-browser.ts`). */
  browserSecret: string;
  /** UUID of the set-up link that a test was begun with. */
  setupLink?: string;
  now: Date;
}

/**
 * What a provider is sent. `state` comes back with its answer (`state`, `RelayState`); `id` names the request where the
 * browser's state does not travel (`InResponseTo`). Nonce and verifier follow from the browser's secret and are kept
 * nowhere: who sees the state or the database cannot make them.
 */
export interface Begun {
  state: string;
  id: string;
  nonce: string;
  verifier: string;
}

/** Stores a request to a provider, and removes some that have expired. */
export async function beginRequest(tx: Tx, request: NewRequest): Promise<Begun> {
  const { tenantId, connection, purpose, userUuid, registration, browserSecret, setupLink, now } = request;
  const secret = newSecret();
  const hash = hashSecret(secret);
  await queries.deleteExpired(tx, now);
  await queries.insertRequest(tx, {
    ...{ tenant_id: tenantId, request_hash: hash, connection, purpose, user_uuid: userUuid },
    setup_link: setupLink ?? null,
    ...{ browser_hash: hashSecret(browserSecret), created_at: now },
    ...(registration && { registration: JSON.stringify(registration) }),
    expires_at: new Date(now.getTime() + MINUTES * 60_000),
  });
  return { state: `${tenantId}.${secret}`, id: idOf(hash), ...derived(browserSecret, hash) };
}

export interface TakenRequest extends Omit<Begun, 'state'> {
  tenantId: string;
  connection: string;
  purpose: Purpose;
  userUuid: string | null;
  registration: Registering | null;
  /** UUID of the set-up link that it was begun with, to whose page the browser goes back; null without one. */
  setupLink: string | null;
}

/** The tenant of a state that came back; null if it is none of ours. */
export const tenantOfState = (state: string): string | null => splitTenantSecret(state)?.tenantId ?? null;

/**
 * Consumes the request that `state` names, in the tenant's transaction: the first caller gets it; null for later ones,
 * another browser, and after it expired.
 */
export async function takeRequest(
  tx: Tx,
  state: string,
  browserSecret: string | null,
  now: Date,
): Promise<TakenRequest | null> {
  const parts = splitTenantSecret(state);
  if (!parts || browserSecret === null) return null;
  const row = await queries.consumeRequest(tx, parts.secretHash, hashSecret(browserSecret), now);
  if (!row) return null;
  return {
    ...{ tenantId: parts.tenantId, connection: row.connection, purpose: row.purpose as Purpose },
    ...{ userUuid: row.user_uuid, registration: row.registration as Registering | null },
    setupLink: row.setup_link,
    id: idOf(parts.secretHash),
    ...derived(browserSecret, parts.secretHash),
  };
}

/**
 * A test that was begun with a set-up link ends with the link, and where its connection was switched on: what its provider
 * answers later changes nothing. `connection`: its row, held. Throws `login_expired`.
 */
export async function refuseEndedTest(
  tx: Tx,
  { setupLink }: Pick<TakenRequest, 'setupLink'>,
  connection: { enabled: boolean } | null | undefined,
  now: Date,
): Promise<void> {
  if (setupLink === null) return;
  if (!connection || connection.enabled || !(await queries.holdOpenLink(tx, setupLink, now)))
    throw fail('login_expired');
}

/** An XML name: `ID` of a SAML request must not begin with a digit. */
const idOf = (hash: Buffer) => `_${hash.toString('hex')}`;

function derived(browserSecret: string, hash: Buffer): { nonce: string; verifier: string } {
  const of = (use: string) => createHmac('sha256', browserSecret).update(`${use}:`).update(hash).digest('base64url');
  return { nonce: of('nonce'), verifier: of('verifier') };
}

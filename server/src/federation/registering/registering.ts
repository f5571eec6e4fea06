import { type ErrorId, fail, isFailure } from '#contract/errors.ts';
import type { FederatedLoginType } from '#contract/sign-in/login-types.ts';
import { consumeCode, issueCode } from '../../credentials/one-time-codes/one-time-codes.ts';
import { equalSecrets, hashSecret } from '../../platform/crypto/secret.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { violates } from '../../platform/db/violation.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { spendTry } from '../../platform/limits/throttle.ts';
import type { Tools } from '../../platform/tools.ts';
import { readCodeKey, spendCodeTry } from '../../sign-in/mailed-links/temporary-code.ts';
import { issueFederatedCode } from '../../sign-in/proofs/federated.ts';
import { splitTenantSecret } from '../../sign-in/sessions/sessions.ts';
import { connect } from '../linking/connect.ts';
import type { Subject } from '../linking/links.ts';
import { isOpenTo } from '../linking/open-ways.ts';
import { keepProviderSession, type ProviderSession } from '../linking/provider-sessions.ts';
import { tryTwice } from '../linking/provision.ts';
import { findEnabled, holdEnabled } from '../linking/vouched.ts';
import { completeRegistration, findRegistration, type RegistrationPage, type TypedNames } from '../ports.ts';
import type { Registering } from '../requests/requests.ts';
import { noteTrace } from '../traces/traces.ts';

/** Where the browser comes back to when a provider has answered (decisions.md). */
export const WAY_BACK = '/api/account/oidcConnectAndLogin';

const PURPOSE = 'registerByProvider';
/** From the provider's answer to the way back, which the browser takes at once. */
const SECONDS = 120;

/**
 * A registration that is about to be completed at a provider, and its tenant, whose connections alone count. Throws
 * `revoked_or_expired`, `exceeded_user_limit`, `too_many_requests`, and `invalid_params` for a self-registration without a
 * name, which a password demands as well.
 */
export async function openRegistration(
  tools: Tools,
  asked: { temporaryCode: string; userInfo: TypedNames },
  client: ClientInfo,
  now: Date,
): Promise<{ tenantId: string; registration: Registering }> {
  await spendCodeTry(tools, client, now);
  const { tenantId, codeHash } = readCodeKey(asked.temporaryCode);
  const page = await tools.db.inTenant(tenantId, (tx) => findRegistration(tx, { tenantId, codeHash }, now));
  if (page === 'self-register' && !asked.userInfo.familyName?.trim())
    throw fail('invalid_params', { field: 'familyName' });
  return { tenantId, registration: { codeHash: codeHash.toString('base64url'), page, names: asked.userInfo } };
}

/** Whom a provider has identified for a registration. */
export interface Answered {
  tenantId: string;
  registration: Registering | null;
  subject: Subject;
  loginType: FederatedLoginType;
  authenticatedAt: Date | null;
  /** Their session there, where it can be ended. */
  providerSession: ProviderSession | null;
}

interface Held extends Registering {
  subject: Subject;
  loginType: FederatedLoginType;
  authenticatedAt: string | null;
  providerSession: ProviderSession | null;
  browserHash: string;
}

/** Keeps an answer until the browser is at the way back; answers its address, with a state of one use. */
export async function holdAnswer(tx: Tx, answered: Answered, browserSecret: string | null, now: Date): Promise<string> {
  const { tenantId, registration, subject, loginType, authenticatedAt, providerSession } = answered;
  if (registration === null || browserSecret === null) throw new Error('a registration without its code or browser');
  const data: Held = {
    ...{ ...registration, subject, loginType, authenticatedAt: authenticatedAt?.toISOString() ?? null },
    ...{ providerSession, browserHash: hashSecret(browserSecret).toString('base64url') },
  };
  const code = { tenantId, kind: 'exchange', purpose: PURPOSE, userUuid: null, data: { ...data } } as const;
  return `${WAY_BACK}?${new URLSearchParams({ state: await issueCode(tx, { ...code, seconds: SECONDS, now }) })}`;
}

/** What became of a registration: the code that completes the first sign-in, or why it is not completed. */
export interface Registered {
  /** Null: unknown, since the state is. */
  page: RegistrationPage | null;
  tenantId?: string;
  exchangeCode?: string;
  error?: ErrorId;
}

/**
 * Completes a registration in the browser that began it: code, seat and link are consumed in one transaction, or none of
 * them. With the connection as it is now. A refusal stands in its traces.
 */
export async function finishRegistration(
  tools: Tools,
  state: string,
  browser: { secret: string | null; client: ClientInfo },
  now: Date,
): Promise<Registered> {
  const { secret, client } = browser;
  await spendTry(tools.db, [{ name: 'federatedAnswer', key: client.network, most: 600, withinSeconds: 300 }], now);
  const parts = splitTenantSecret(state);
  if (!parts || secret === null) return { page: null, error: 'login_expired' };
  const { tenantId, secretHash } = parts;
  let known = null as Held | null;
  const attempt = () =>
    tools.db.inTenant(tenantId, async (tx) => {
      const taken = await consumeCode(tx, secretHash, 'exchange', PURPOSE, now);
      const held = taken?.data as Held | undefined;
      if (!held || !equalSecrets(held.browserHash, hashSecret(secret).toString('base64url')))
        throw fail('login_expired');
      known = held;
      return complete(tools, tx, { ...held, tenantId, secret }, client, now);
    });
  try {
    const { userUuid, exchangeCode } = await tryTwice(attempt);
    tools.principals.forget(tenantId, userUuid);
    return { page: known?.page ?? null, tenantId, exchangeCode };
  } catch (error) {
    const refused = refusalOf(error, known?.loginType);
    if (known === null) return { page: null, error: refused.error };
    const { subject, page } = known;
    const trace = { purpose: 'register', cause: refused.cause, detail: { subject: subject.subject } } as const;
    await tools.db.inTenant(tenantId, async (tx) => {
      // Kept for the holder's next try; that of this answer is over.
      await consumeCode(tx, secretHash, 'exchange', PURPOSE, now);
      await noteTrace(tx, { ...trace, connection: subject.connection, requestId: client.requestId, now });
    });
    return { page, tenantId, error: refused.error };
  }
}

async function complete(
  tools: Tools,
  tx: Tx,
  held: Held & { tenantId: string; secret: string },
  client: ClientInfo,
  now: Date,
): Promise<{ userUuid: string; exchangeCode: string }> {
  const { tenantId, subject, loginType, authenticatedAt, names, providerSession: there } = held;
  const connection = await findEnabled(tx, subject.connection);
  if (connection === null || !(await holdEnabled(tx, subject.connection))) throw fail('domain_not_exists');
  const act = { client, now, action: `GET ${WAY_BACK}` };
  const code = { tenantId, codeHash: Buffer.from(held.codeHash, 'base64url') };
  const userUuid = await completeRegistration(tools, tx, code, names, act);
  // Who could not sign in with it afterwards keeps the code, for another way.
  if (!(await isOpenTo(tx, { type: loginType, id: connection.id }, userUuid))) throw fail('domain_not_exists');
  const account = { tenantId, userUuid, opId: connection.id, displayName: connection.displayName };
  await connect(tools, tx, account, subject, act);
  const trace = { purpose: 'register', cause: null, detail: { subject: subject.subject } } as const;
  await noteTrace(tx, { ...trace, connection: subject.connection, requestId: client.requestId, now });
  const at = authenticatedAt === null ? null : new Date(authenticatedAt);
  const vouched = { tenantId, userUuid, connection: subject.connection, loginType, authenticatedAt: at };
  const { connection: uuid } = subject;
  const providerSession = there && (await keepProviderSession(tx, { ...there, connection: uuid, userUuid }, now));
  const proof = { ...vouched, until: there?.until ?? null, ...(providerSession && { providerSession }) };
  return { userUuid, exchangeCode: await issueFederatedCode(tx, proof, held.secret, now) };
}

/** Causes that both protocols list, with what the person is told. */
function refusalOf(error: unknown, loginType?: FederatedLoginType): { cause: string; error: ErrorId } {
  const is = (id: ErrorId) => isFailure(error, id) || violates(error, id);
  if (is('login_expired')) return { cause: 'registration_gone', error: 'login_expired' };
  if (is('revoked_or_expired')) return { cause: 'registration_gone', error: 'revoked_or_expired' };
  if (is('domain_not_exists'))
    return { cause: loginType === 'saml' ? 'connection_disabled' : 'disabled', error: 'domain_not_exists' };
  if (is('other_idp_account_federated')) return { cause: 'linked_to_another', error: 'other_idp_account_federated' };
  if (is('duplicated_params_loginMailAddress'))
    return { cause: 'address_taken', error: 'duplicated_params_loginMailAddress' };
  if (is('over_user_limit') || is('exceeded_user_limit')) return { cause: 'no_room', error: 'exceeded_user_limit' };
  throw error;
}

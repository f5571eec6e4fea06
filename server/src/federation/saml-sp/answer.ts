import type { SamlFailureCause } from '#contract/federation/saml-failures.ts';
import { type ErrorId, isFailure } from '#contract/errors.ts';
import { hashSecret } from '../../platform/crypto/secret.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { violates } from '../../platform/db/violation.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { spendTry } from '../../platform/limits/throttle.ts';
import type { Tools } from '../../platform/tools.ts';
import { issueFederatedCode } from '../../sign-in/proofs/federated.ts';
import type { SessionCookie } from '../../sign-in/sessions/cookie.ts';
import { findSessionOfCookie, splitTenantSecret } from '../../sign-in/sessions/sessions.ts';
import { connect } from '../linking/connect.ts';
import { findLinked } from '../linking/links.ts';
import { isOpenTo } from '../linking/open-ways.ts';
import { keepProviderSession } from '../linking/provider-sessions.ts';
import { provision, tryTwice } from '../linking/provision.ts';
import { holdEnabled } from '../linking/vouched.ts';
import { holdAnswer } from '../registering/registering.ts';
import type { WhatBecame } from '../requests/arrival.ts';
import { refuseEndedTest, takeRequest, type TakenRequest, tenantOfState } from '../requests/requests.ts';
import { keyOf } from '../saml-connections/certificates.ts';
import { oursOf } from '../saml-connections/ours.ts';
import * as connections from '../saml-connections/saml-connections.ts';
import { spDecryptionKeys } from '../own-keys/own-keys.ts';
import { followMapping } from '../mapping/apply.ts';
import { noteTest } from '../mapping/mapping.ts';
import { untoldByAttributes } from '../mapping/said.ts';
import { noteTrace, type Trace } from '../traces/traces.ts';
import { noteUnknown } from '../unknown-users/unknown-users.ts';
import { claimsOf } from './claims.ts';
import * as queries from './queries.ts';
import { SamlRefusal } from './refusal.ts';
import { verifyResponse } from './verify.ts';
import type { SamlAnswer } from './verify-contents.ts';
import type { Unasked } from './unasked-page.ts';
import type { Decryption } from './verify-encrypted.ts';

export interface Arrival extends WhatBecame {
  samlId?: string;
  /** Of a sign-in that the provider began: what the person is asked. */
  unasked?: Unasked;
}

interface Arrived {
  tenantId: string;
  connection: connections.ConnectionRow;
  certificates: connections.CertificateRow[];
  request: TakenRequest | null;
  document: Buffer;
  isOursAsked: boolean;
  relayState: string;
}

/** Where the browser comes back for the answer. */
export const ANSWER = '/saml/sp/{tenantId}/{samlId}/answer';

export interface Arriving {
  client: ClientInfo;
  requestId: string;
  /** Of the browser that came back; null if it has none. */
  browserSecret: string | null;
  session: SessionCookie | null;
  now: Date;
}

/**
 * Judges what a provider had posted by this browser. Strangers learn an id that says nothing of the cause, which stands in
 * the traces of the connection.
 */
export async function judgeAnswer(tools: Tools, answer: string, arriving: Arriving): Promise<Arrival> {
  const { client, now } = arriving;
  await spendTry(tools.db, [{ name: 'samlVerify', key: client.network, most: 600, withinSeconds: 300 }], now);
  const arrived = await takeArrived(tools, answer, arriving);
  if (!arrived) return { purpose: 'signIn', error: 'login_expired' };
  const { tenantId, connection, request } = arrived;
  const purpose = request?.purpose ?? 'signIn';
  const page = request?.registration?.page;
  const where = {
    purpose,
    tenantId,
    samlId: connection.saml_id,
    isOfSetupLink: request !== null && request.setupLink !== null,
    ...(page && { page }),
  } as const;
  let known: SamlAnswer | null = null;
  try {
    const verified = verify(tools, arrived, await decryptionOf(tools, arrived), now);
    const signedIn = purpose === 'connect' ? await findSessionOfCookie(tools.db, arriving.session, now) : null;
    known = verified;
    const attempt = () => tools.db.inTenant(tenantId, (tx) => accept(tools, tx, arrived, verified, arriving, signedIn));
    const done = await tryTwice(attempt);
    if (done instanceof SamlRefusal) throw done;
    return { ...where, ...done };
  } catch (error) {
    const refusal = asRefusal(error);
    const trace = traceOf(arrived, refusal, arriving);
    await tools.db.inTenant(tenantId, async (tx) => {
      if (known && purpose === 'signIn' && refusal.cause !== 'replayed') {
        const said = { subject: known.nameId, claims: claimsOf(known, connection), directoryId: null };
        await noteUnknown(tools, tx, { tenantId, connection: connection.uuid }, said, now);
      }
      await noteTrace(tx, trace);
    });
    return { ...where, error: told[refusal.cause] ?? 'sp_setting_incorrect' };
  }
}

/** What strangers are told; for all other causes, that the connection is not set up right. */
const told: Partial<Record<SamlFailureCause, ErrorId>> = {
  unsolicited: 'login_expired',
  request_unknown: 'login_expired',
  connection_disabled: 'saml_not_exist',
  no_certificate: 'certification_unregistered',
  certificates_expired: 'certifications_unavailable',
  status: 'op_access_denied',
  session_gone: 'login_expired',
  not_linked: 'rp_account_not_federated',
  way_closed: 'saml_not_exist',
  linked_to_another: 'other_idp_account_federated',
  address_taken: 'other_idp_account_federated',
  no_room: 'exceeded_user_limit',
};

function asRefusal(error: unknown): SamlRefusal {
  if (error instanceof SamlRefusal) return error;
  const is = (id: ErrorId) => (isFailure(error) && error.id === id) || violates(error, id);
  if (is('other_idp_account_federated')) return new SamlRefusal('linked_to_another');
  if (is('duplicated_params_loginMailAddress')) return new SamlRefusal('address_taken');
  if (is('over_user_limit')) return new SamlRefusal('no_room');
  throw error;
}

async function takeArrived(tools: Tools, answer: string, { browserSecret, now }: Arriving): Promise<Arrived | null> {
  const parts = splitTenantSecret(answer);
  if (!parts) return null;
  const { tenantId } = parts;
  return tools.db.inTenant(tenantId, async (tx) => {
    const posted = await queries.takeAnswer(tx, parts.secretHash, now);
    const connection = posted && (await connections.findByUuid(tx, posted.connection));
    if (!posted || !connection) return null;
    const isOursAsked = tenantOfState(posted.relay_state) === tenantId;
    const taken = isOursAsked ? await takeRequest(tx, posted.relay_state, browserSecret, now) : null;
    return {
      ...{ tenantId, connection, isOursAsked, relayState: posted.relay_state },
      certificates: await connections.listCertificates(tx, [connection.uuid]),
      request: taken?.connection === connection.uuid ? taken : null,
      document: Buffer.from(posted.document, 'base64'),
    };
  });
}

/** Our keys are only fetched for an answer that may need them. */
async function decryptionOf(tools: Tools, { tenantId, connection, document }: Arrived): Promise<Decryption> {
  const keys = document.includes('EncryptedAssertion') ? await spDecryptionKeys(tools, tenantId) : [];
  return { keys, acceptsCbc: connection.accepts_cbc };
}

function verify(
  tools: Tools,
  { tenantId, connection, certificates, request, ...arrived }: Arrived,
  decryption: Decryption,
  now: Date,
) {
  if (!request && arrived.isOursAsked) throw new SamlRefusal('request_unknown');
  if (!request && !connection.idp_initiated) throw new SamlRefusal('unsolicited');
  if (!connection.enabled && request?.purpose !== 'test') throw new SamlRefusal('connection_disabled');
  const { entityId, acsUrl } = oursOf(tools.config.publicUrl, tenantId, connection.saml_id);
  const trusted = certificates.map((each) => ({ key: keyOf(each), expiresAt: each.expires_at }));
  const expected = { issuer: connection.entity_id, audience: entityId, acsUrl, requestId: request?.id ?? null, now };
  return verifyResponse(arrived.document, trusted, expected, decryption);
}

type SignedIn = { tenantId: string; user_uuid: string };

/** Finds, links or adds the user. A refusal is returned, so that the use of the assertion is committed. */
async function accept(
  tools: Tools,
  tx: Tx,
  { tenantId, connection, request, relayState }: Arrived,
  answer: SamlAnswer,
  arriving: Arriving,
  signedIn: SignedIn | null,
): Promise<Pick<Arrival, 'exchangeCode' | 'goOn' | 'unasked'> | SamlRefusal> {
  const { browserSecret, now, requestId } = arriving;
  // Before anything is written, as where the connection is deleted or switched on.
  if (request !== null && request.setupLink !== null) await connections.takeTurns(tx);
  const assertionHash = hashSecret(answer.assertionId);
  const use = { connection: connection.uuid, assertionHash, until: answer.usableUntil, now };
  if (!(await queries.consumeAssertion(tx, use))) return new SamlRefusal('replayed', { found: answer.assertionId });
  if (answer.encryptedFor) await connections.noteEncryptedFor(tx, connection.uuid, answer.encryptedFor, now);
  const subject = { connection: connection.uuid, subject: answer.nameId };
  const detail = detailOf(answer);
  const passed = {
    connection: connection.uuid,
    purpose: request?.purpose ?? 'unasked',
    cause: null,
    detail,
    requestId,
    now,
  };
  if (request?.purpose === 'test') {
    await refuseEndedTest(tx, request, await connections.findByUuid(tx, connection.uuid), now);
    await connections.noteTested(tx, connection.uuid, now);
    await noteTest(tx, connection.uuid, answer.attributes, now);
    await noteTrace(tx, passed as Trace);
    return {};
  }
  if (!(await holdEnabled(tx, connection.uuid))) return new SamlRefusal('connection_disabled');
  if (request?.purpose === 'connect') {
    if (signedIn?.tenantId !== tenantId || signedIn.user_uuid !== request.userUuid)
      return new SamlRefusal('session_gone');
    const { saml_id: opId, display_name: displayName } = connection;
    const account = { tenantId, userUuid: signedIn.user_uuid, opId, displayName };
    const how = { client: arriving.client, now, action: `GET ${ANSWER}` };
    if (!(await connect(tools, tx, account, subject, how))) return new SamlRefusal('session_gone');
    await noteTrace(tx, passed as Trace);
    return {};
  }
  const { authenticatedAt, nameId, nameIdFormat, sessionIndex, nameQualifier, spNameQualifier } = answer;
  const until = untilOf(answer, now);
  const providerSession = { nameId, nameIdFormat, sessionIndex, nameQualifier, spNameQualifier, until };
  if (request?.purpose === 'register') {
    const { registration } = request;
    const answered = { tenantId, registration, subject, loginType: 'saml', authenticatedAt, providerSession } as const;
    return { goOn: await holdAnswer(tx, answered, browserSecret, now) };
  }
  const known = await findLinked(tx, subject);
  const userUuid = known ?? (await join(tools, tx, connection, answer, arriving));
  if (userUuid === null) return new SamlRefusal('not_linked', { found: answer.nameId });
  if (known !== null) {
    const how = { client: arriving.client, now, action: `GET ${ANSWER}` };
    const provider = { type: 'saml', id: connection.saml_id } as const;
    const user = { tenantId, connection: connection.uuid, provider, userUuid: known };
    const told = { said: answer.attributes, isUntold: untoldByAttributes(answer.attributes) };
    await followMapping(tools, tx, user, told, how);
  }
  await noteTrace(tx, passed as Trace);
  const vouched = { tenantId, userUuid, connection: connection.uuid, loginType: 'saml' as const };
  const kept = await keepProviderSession(tx, { ...providerSession, connection: connection.uuid, userUuid }, now);
  const proof = { ...vouched, authenticatedAt, providerSession: kept, until };
  const exchangeCode = await issueFederatedCode(tx, proof, browserSecret ?? '', now);
  if (request !== null) return { exchangeCode };
  const name = await queries.findUserId(tx, userUuid);
  return { exchangeCode, unasked: { provider: connection.display_name, name, to: onwardOf(connection, relayState) } };
}

/** Skew is granted here as everywhere, so that no session is over before it is shown. */
function untilOf({ sessionUntil }: SamlAnswer, now: Date): string | null {
  return sessionUntil && new Date(Math.max(sessionUntil.getTime(), now.getTime() + 60_000)).toISOString();
}

/** Where an answer that was not asked for sends the person on to: within the trusted origin, or nowhere. */
export function onwardOf(
  { idp_initiated: may, trusted_origin: trusted }: Pick<connections.ConnectionRow, 'idp_initiated' | 'trusted_origin'>,
  address: string,
): string | null {
  if (!may || trusted === null || !URL.canParse(address)) return null;
  const { origin, username, password, href } = new URL(address);
  return origin === trusted && username === '' && password === '' ? href : null;
}

/** Adds the user, where the connection does; the tenant has to be active, as for every sign-in. */
async function join(
  tools: Tools,
  tx: Tx,
  connection: connections.ConnectionRow,
  answer: SamlAnswer,
  { client, now }: Arriving,
): Promise<string | null> {
  const tenant = await tx.selectFrom('tenants').select('status').executeTakeFirst();
  if (!connection.jit_provisioning || tenant?.status !== 'active') return null;
  const { tenant_id: tenantId, display_name: displayName, saml_id: id } = connection;
  if (!(await isOpenTo(tx, { type: 'saml', id }))) throw new SamlRefusal('way_closed', { found: answer.nameId });
  const subject = { connection: connection.uuid, subject: answer.nameId };
  const how = { client, now, action: `GET ${ANSWER}` };
  return provision(
    tools,
    tx,
    { tenantId, subject, displayName },
    claimsOf(answer, connection),
    { said: answer.attributes },
    how,
  );
}

/** What helps to set up the mapping: the name, and each attribute with its first values. */
function detailOf({ nameId, nameIdFormat, attributes }: SamlAnswer): Record<string, string> {
  const shown = Object.entries(attributes).slice(0, 30);
  return {
    nameId,
    ...(nameIdFormat !== null && { nameIdFormat }),
    ...Object.fromEntries(
      shown.map(([name, values]) => [`@${name.slice(0, 120)}`, values.slice(0, 5).join(', ').slice(0, 200)]),
    ),
  };
}

function traceOf({ connection, request }: Arrived, refusal: SamlRefusal, { requestId, now }: Arriving): Trace {
  const { cause, found, expected } = refusal;
  return {
    ...{ connection: connection.uuid, purpose: request?.purpose ?? 'unasked', cause, requestId, now },
    detail: { ...(found !== null && { found }), ...(expected !== null && { expected }) },
  };
}

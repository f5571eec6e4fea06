import type { SamlFailureCause } from '#contract/federation/saml-failures.ts';
import { hashSecret, newSecret } from '../../platform/crypto/secret.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { readLogoutRequest, statusOf, writeLogoutDone, writeLogoutRequest } from '../../platform/saml/logout.ts';
import {
  checkHead,
  type MessageMistake,
  type RawMessage,
  RefusedMessage,
  verified,
} from '../../platform/saml/message.ts';
import { BadXml } from '../../platform/saml/read.ts';
import { signedAddress } from '../../platform/saml/redirect.ts';
import type { Tools } from '../../platform/tools.ts';
import { endSessions, type OpenSession, splitTenantSecret } from '../../sign-in/sessions/sessions.ts';
import { oursOf } from '../saml-connections/ours.ts';
import * as connections from '../saml-connections/saml-connections.ts';
import { spSigner } from '../own-keys/own-keys.ts';
import { noteTrace } from '../traces/traces.ts';
import * as queries from './queries.ts';
import { SamlRefusal } from './refusal.ts';

/** Longer than a request is taken as new (`platform/saml/message.ts`). */
const REMEMBERED_MS = 15 * 60_000;

/** A connection as one that messages are checked for. */
async function senderOf(tx: Tx, row: connections.ConnectionRow) {
  const rows = await connections.listCertificates(tx, [row.uuid]);
  const certifications = rows.map(({ certificate, expires_at: expiresAt }) => ({
    certificate,
    expiresAt,
    active: true,
  }));
  return { entityId: row.entity_id, signatureDemanded: true, certifications };
}

const causeOf: Record<MessageMistake, SamlFailureCause> = {
  request: 'logout_request',
  signatureMissing: 'logout_unsigned',
  signatureWrong: 'signature',
  certificateMissing: 'no_certificate',
  certificateExpired: 'certificate_expired',
  destination: 'destination',
  tooOld: 'logout_too_old',
};

function asRefusal(error: unknown): SamlRefusal {
  if (error instanceof SamlRefusal) return error;
  if (error instanceof BadXml) return new SamlRefusal('logout_request', { found: error.message });
  if (!(error instanceof RefusedMessage)) throw error;
  return new SamlRefusal(causeOf[error.why], { found: error.detail ?? error.message });
}

/**
 * Signs out as an identity provider asks: only a request that is signed, and each one once. No cookie is needed, which a
 * cross-site POST would not carry. Returns the address with our answer; null if the provider takes none. A refusal stands
 * in the traces of the connection, and is thrown: `SamlRefusal`.
 */
export async function signOutByProvider(
  tools: Tools,
  {
    row,
    message,
    requestId,
    now,
  }: { row: connections.ConnectionRow; message: RawMessage; requestId: string; now: Date },
): Promise<string | null> {
  const { tenant_id: tenantId, uuid: connection } = row;
  const ours = oursOf(tools.config.publicUrl, tenantId, row.saml_id);
  const trace = { connection, purpose: 'signOut', requestId, now } as const;
  const act = async (tx: Tx) => {
    const { root } = verified(message, await senderOf(tx, row), now);
    const kind = { kind: 'LogoutRequest', destination: ours.sloUrl, entityId: row.entity_id, signed: true, now };
    const id = checkHead(root, kind);
    const { nameId, indexes } = readLogoutRequest(root, now);
    const use = { connection, assertionHash: hashSecret(`sign-out ${id}`), now };
    const until = new Date(now.getTime() + REMEMBERED_MS);
    if (!(await queries.consumeAssertion(tx, { ...use, until })))
      throw new SamlRefusal('logout_replayed', { found: id });
    const found = await queries.findSessionsNamed(tx, connection, nameId, indexes);
    const isPartial = await queries.areAppsLeft(
      tx,
      found.map(({ session_id }) => session_id),
    );
    for (const { user_uuid: userUuid, session_id: only } of found)
      await endSessions(tx, { userUuid, only }, 'logout', now);
    await noteTrace(tx, { ...trace, cause: null, detail: { nameId, sessions: `${found.length}` } });
    return { id, isPartial, users: found.map(({ user_uuid }) => user_uuid) };
  };
  const done = await tools.db.inTenant(tenantId, act).catch(async (error: unknown) => {
    const refusal = asRefusal(error);
    const detail = refusal.found === null ? {} : { found: refusal.found };
    await tools.db.inTenant(tenantId, (tx) => noteTrace(tx, { ...trace, cause: refusal.cause, detail }));
    throw refusal;
  });
  for (const uuid of done.users) tools.principals.forget(tenantId, uuid);
  tools.wakeDeliveries();
  const signer = await spSigner(tools, tenantId);
  if (row.slo_url === null || !signer) return null;
  const answer = writeLogoutDone({ issuer: ours.entityId, now, destination: row.slo_url }, done.id, done.isPartial);
  return signedAddress(row.slo_url, { kind: 'SAMLResponse', message: answer, relayState: message.relayState }, signer);
}

/** What a provider says to our request: all done, only in part, refused, or nothing that can be believed. */
export type LogoutAnswer = 'done' | 'partial' | 'refused' | 'unproven';

/** The ID of a request of ours follows from what comes back with its answer: nothing is stored. */
const idOf = (secretHash: Buffer) => `_${secretHash.toString('hex')}`;

/** Reads a provider's answer to our request to sign out. It decides nothing: the sign-out page tells it to the user. */
export async function readLogoutAnswer(
  tools: Tools,
  { row, message, now }: { row: connections.ConnectionRow; message: RawMessage; now: Date },
): Promise<LogoutAnswer> {
  const { tenant_id: tenantId } = row;
  const { sloUrl: destination } = oursOf(tools.config.publicUrl, tenantId, row.saml_id);
  const parts = splitTenantSecret(message.relayState ?? '');
  if (parts?.tenantId !== tenantId) return 'unproven';
  try {
    const sender = await tools.db.reading(tenantId, (tx) => senderOf(tx, row));
    const { root } = verified(message, sender, now);
    checkHead(root, { kind: 'LogoutResponse', destination, entityId: row.entity_id, signed: true, now });
    if (root.attributes.InResponseTo !== idOf(parts.secretHash)) return 'unproven';
    const [top, second] = statusOf(root);
    if (second === 'PartialLogout') return 'partial';
    return top === 'Success' ? 'done' : 'refused';
  } catch (error) {
    asRefusal(error);
    return 'unproven';
  }
}

/**
 * Where a session's user is signed out at the identity provider that vouched for it (`sign-in/ports.ts`): with a signed
 * request. Null for other sessions, and where the provider takes none.
 */
export async function providerLogout(
  tools: Tools,
  session: OpenSession,
  now: Date,
): Promise<{ name: string; uri: string } | null> {
  const { tenantId, user_uuid: userUuid } = session;
  const id = session.proven_accounts.find(({ uuid }) => uuid === userUuid)?.providerSession;
  if (id === undefined) return null;
  const told = await tools.db.reading(tenantId, (tx) => queries.findProviderSession(tx, id, userUuid));
  const signer = told && (await spSigner(tools, tenantId));
  if (!told || !signer) return null;
  const secret = newSecret();
  const { entityId: issuer } = oursOf(tools.config.publicUrl, tenantId, told.saml_id);
  const message = writeLogoutRequest(
    { issuer, now, destination: told.slo_url, id: idOf(hashSecret(secret)) },
    {
      ...{ nameId: told.name_id, format: told.name_id_format, sessionIndex: told.session_index },
      qualifiers: { by: told.name_qualifier, for: told.sp_name_qualifier },
    },
  );
  const sent = { kind: 'SAMLRequest', message, relayState: `${tenantId}.${secret}` } as const;
  return { name: told.display_name, uri: signedAddress(told.slo_url, sent, signer) };
}

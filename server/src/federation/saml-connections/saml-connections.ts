import type { SpKeyUse } from '#contract/federation/own-keys.ts';
import type * as contract from '#contract/federation/saml-connections.ts';
import { MAX_SAML_CERTIFICATIONS, MAX_SAML_CONNECTIONS } from '#contract/federation/saml-values.ts';
import { fail } from '#contract/errors.ts';
import type { OfferedProvider } from '#contract/sign-in/login.ts';
import type { BodyOf } from '#contract/route.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import { refuseConflict } from '../../platform/http/conflict.ts';
import { type Connection, connectionImpact, refuseLastConnection } from '../../sign-in/impact/connection-impact.ts';
import { dropConnection } from '../email-domains/email-domains.ts';
import { countLinked, countLinkedOf, deleteLinks, hasUsers } from '../linking/links.ts';
import { deleteMapping } from '../mapping/mapping.ts';
import { deleteTraces } from '../traces/traces.ts';
import { deleteUnknownUsers } from '../unknown-users/unknown-users.ts';
import { type Certificate, readCertificate } from './certificates.ts';
import * as queries from './queries.ts';

export type { CertificateRow, ConnectionRow } from './queries.ts';
export {
  findByUuid,
  findConnection,
  listCertificates,
  noteEncryptedFor,
  noteMetadataRead,
  takeTurns,
} from './queries.ts';

/** The connections of the transaction's tenant, by name. */
export async function listSamlConnections(tx: Tx): Promise<contract.SamlConnection[]> {
  return toConnections(tx, await queries.listConnections(tx));
}

/** The enabled ones, as a sign-in can begin with them. */
export async function offeredSamlConnections(tx: Tx): Promise<OfferedProvider[]> {
  const rows = await queries.listConnections(tx);
  const enabled = rows.filter((row) => row.enabled);
  return enabled.map((row) => ({ type: 'saml' as const, id: row.saml_id, displayName: row.display_name }));
}

/** Which of our keys a provider relies on: it gets our signatures, or has encrypted for us. */
export async function reliedKeys(tx: Tx): Promise<Record<SpKeyUse, boolean>> {
  const partners = await listKeyPartners(tx);
  return {
    signing: partners.some(({ signed }) => signed),
    encryption: partners.some(({ encryptedFor }) => encryptedFor !== null),
  };
}

/** The enabled ones with the ends of their certificates. */
export async function listSamlEnds(tx: Tx) {
  const rows = (await queries.listConnections(tx)).filter(({ enabled }) => enabled);
  const uuids = rows.map(({ uuid }) => uuid);
  const certificates = Map.groupBy(await queries.listCertificates(tx, uuids), ({ connection }) => connection);
  return rows.map(({ uuid, saml_id: id, display_name: displayName }) => ({
    ...{ uuid, id, displayName },
    ends: (certificates.get(uuid) ?? []).map((one) => ({ expiresAt: one.expires_at.toISOString() })),
  }));
}

/** Enabled connections, with what is known of whether their providers know our keys; `signed`: whether our signature counts. */
export async function listKeyPartners(tx: Tx) {
  const rows = (await queries.listConnections(tx)).filter(({ enabled }) => enabled);
  return rows.map((row) => ({
    ...{ id: row.saml_id, displayName: row.display_name, signed: row.sign_requests || row.slo_url !== null },
    ...{ metadataReadAt: row.metadata_read_at?.toISOString() ?? null, encryptedFor: row.encrypted_for },
    encryptedAt: row.encrypted_at?.toISOString() ?? null,
  }));
}

/** One connection. Throws `saml_not_exist`. */
export async function getSamlConnection(tx: Tx, samlId: string): Promise<contract.SamlConnection> {
  const [connection] = await toConnections(tx, [await mustFind(tx, samlId)]);
  if (!connection) throw fail('saml_not_exist');
  return connection;
}

/** The row of a connection. Throws `saml_not_exist`. */
export async function mustFind(tx: Tx, samlId: string): Promise<queries.ConnectionRow> {
  const row = await queries.findConnection(tx, samlId);
  if (!row) throw fail('saml_not_exist');
  return row;
}

/** With their certificates and users, each asked once for all. */
async function toConnections(tx: Tx, rows: readonly queries.ConnectionRow[]): Promise<contract.SamlConnection[]> {
  const uuids = rows.map(({ uuid }) => uuid);
  const certificates = Map.groupBy(await queries.listCertificates(tx, uuids), ({ connection }) => connection);
  const linked = await countLinkedOf(tx, uuids);
  return rows.map((row) => ({
    ...fieldsOf(row),
    ...{ samlId: row.saml_id, uuid: row.uuid, linkedUsers: linked.get(row.uuid) ?? 0 },
    certifications: (certificates.get(row.uuid) ?? []).map((certificate) => ({
      certificationId: certificate.certification_id,
      subject: certificate.subject,
      fingerprint: certificate.fingerprint,
      startsAt: certificate.starts_at.toISOString(),
      expiresAt: certificate.expires_at.toISOString(),
    })),
    testedAt: row.tested_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }));
}

type Changed = Omit<BodyOf<typeof contract.updateSamlConnection>, 'expected'>;

/** What a change submits, as it is now. */
const fieldsOf = (row: queries.ConnectionRow): Changed => ({
  displayName: row.display_name,
  entityId: row.entity_id,
  ssoUrl: row.sso_url,
  sloUrl: row.slo_url,
  signRequests: row.sign_requests,
  acceptsCbc: row.accepts_cbc,
  metadataUrl: row.metadata_url,
  idpInitiated: row.idp_initiated,
  trustedOrigin: row.trusted_origin,
  mailAddressAttribute: row.mail_address_attribute,
  familyNameAttribute: row.family_name_attribute,
  givenNameAttribute: row.given_name_attribute,
  enabled: row.enabled,
  jitProvisioning: row.jit_provisioning,
});

const columnsOf = (given: Changed) => ({
  display_name: given.displayName,
  entity_id: given.entityId,
  sso_url: given.ssoUrl,
  slo_url: given.sloUrl,
  sign_requests: given.signRequests,
  accepts_cbc: given.acceptsCbc,
  metadata_url: given.metadataUrl,
  idp_initiated: given.idpInitiated,
  trusted_origin: given.trustedOrigin,
  mail_address_attribute: given.mailAddressAttribute,
  family_name_attribute: given.familyNameAttribute,
  given_name_attribute: given.givenNameAttribute,
  enabled: given.enabled,
  jit_provisioning: given.jitProvisioning,
});

const rowOf = (tenantId: string, connection: string, { bytes, ...read }: Certificate, now: Date) => ({
  ...{ tenant_id: tenantId, connection, certification_id: newUuid(), certificate: bytes, created_at: now },
  ...{ fingerprint: read.fingerprint, subject: read.subject, starts_at: read.startsAt, expires_at: read.expiresAt },
});

/**
 * Adds a connection. Throws `conflict` for one too many, `duplicated` for an ID that is taken, in whatever case,
 * `duplicated_params_entityId`, and `certification_unregistered` for one that is switched on without a certificate.
 */
export async function createSamlConnection(
  tx: Tx,
  tenantId: string,
  { samlId, certifications, ...given }: BodyOf<typeof contract.createSamlConnection>,
  now: Date,
): Promise<{ connection: contract.SamlConnection; changes: Changes }> {
  await queries.takeTurns(tx);
  const others = await queries.listConnections(tx);
  if (others.length >= MAX_SAML_CONNECTIONS) throw fail('conflict');
  if (others.some((other) => other.saml_id_key === samlId.toLowerCase())) throw fail('duplicated', { field: 'samlId' });
  refuseTaken(others, given.entityId);
  const read = certifications.map((text) => readCertificate(text, now));
  const certificates = [...new Map(read.map((each) => [each.fingerprint, each])).values()];
  if (given.enabled && certificates.length === 0) throw fail('certification_unregistered');
  const uuid = newUuid();
  const times = { created_at: now, updated_at: now };
  await queries.insertConnection(tx, { tenant_id: tenantId, uuid, saml_id: samlId, ...columnsOf(given), ...times });
  await queries.insertCertificates(
    tx,
    certificates.map((each) => rowOf(tenantId, uuid, each, now)),
  );
  const told = { ...given, samlId, certifications: certificates.map(({ fingerprint }) => fingerprint).join(' ') };
  const changes = Object.fromEntries(Object.entries(told).map(([field, after]) => [field, { after }]));
  return { connection: await getSamlConnection(tx, samlId), changes };
}

function refuseTaken(others: readonly queries.ConnectionRow[], entityId: string): void {
  if (others.some((other) => other.entity_id === entityId)) {
    throw fail('duplicated_params_entityId', { field: 'entityId' });
  }
}

const asConnection = (row: queries.ConnectionRow): Connection => ({
  ...{ type: 'saml', id: row.saml_id, uuid: row.uuid, enabled: row.enabled },
});

/** Who needs a connection to sign in. Throws `saml_not_exist`. */
export const impactOf = async (tx: Tx, samlId: string, caller: string) =>
  connectionImpact(tx, asConnection(await mustFind(tx, samlId)), caller);

/**
 * Changes a connection. Where it sends users, or whom it believes, is tested anew afterwards. Throws `saml_not_exist`,
 * `conflict` (also for the entity ID of a connection with users, in the bin too), `duplicated_params_entityId`, for one to be
 * switched on `certification_unregistered` or `certifications_unavailable`, and for one to be switched off
 * `last_administrator`, if no administrator could sign in any more.
 */
export async function updateSamlConnection(
  tx: Tx,
  samlId: string,
  given: BodyOf<typeof contract.updateSamlConnection>,
  now: Date,
): Promise<{ connection: contract.SamlConnection; changes: Changes }> {
  await queries.takeTurns(tx);
  const row = await mustFind(tx, samlId);
  const before = fieldsOf(row);
  refuseConflict(given, { ...before });
  const { expected: _, ...input } = given;
  const isOther = input.entityId !== row.entity_id;
  if (isOther) {
    if (await hasUsers(tx, row.uuid, now)) throw fail('conflict', { field: 'entityId' });
    refuseTaken(await queries.listConnections(tx), input.entityId);
  }
  if (row.enabled && !input.enabled) await refuseLastConnection(tx, asConnection(row));
  if (input.enabled && !row.enabled) refuseUnusable(await queries.listCertificates(tx, [row.uuid]), now);
  const changes = changedFields({ ...before }, { ...input });
  if (Object.keys(changes).length > 0) {
    const isUntested = isOther || input.ssoUrl !== row.sso_url;
    const set = { ...columnsOf(input), updated_at: now, ...(isUntested && { tested_at: null }) };
    await queries.updateConnection(tx, row.uuid, set);
  }
  return { connection: await getSamlConnection(tx, samlId), changes };
}

/**
 * Enters the identity provider of a connection that has no users, with its certificates in place of those before. Throws as
 * a change and as `readCertificate`.
 */
export async function setIdentityProvider(
  tx: Tx,
  row: queries.ConnectionRow,
  { certifications, ...given }: { entityId: string; ssoUrl: string; certifications: readonly string[] },
  now: Date,
): Promise<Changes> {
  const read = certifications.map((text) => readCertificate(text, now));
  const certificates = [...new Map(read.map((each) => [each.fingerprint, each])).values()];
  const input = { ...fieldsOf(row), ...given, expected: {} };
  const { changes } = await updateSamlConnection(tx, row.saml_id, input, now);
  for (const { certification_id: id } of await queries.listCertificates(tx, [row.uuid]))
    await queries.deleteCertificate(tx, row.uuid, id);
  await queries.insertCertificates(
    tx,
    certificates.map((each) => rowOf(row.tenant_id, row.uuid, each, now)),
  );
  await queries.updateConnection(tx, row.uuid, { tested_at: null });
  const after = certificates.map((each) => toldOf(each.fingerprint, each.expiresAt)).join(' ');
  return { ...changes, certifications: { after } };
}

/** Notes that an administrator tried it with success. */
export const noteTested = (tx: Tx, uuid: string, now: Date): Promise<void> =>
  queries.updateConnection(tx, uuid, { tested_at: now });

/** Throws `certification_unregistered` without a certificate, `certifications_unavailable` if all are expired. */
export function refuseUnusable(certificates: readonly queries.CertificateRow[], now: Date): void {
  if (certificates.length === 0) throw fail('certification_unregistered');
  if (certificates.every(({ expires_at: until }) => until <= now)) throw fail('certifications_unavailable');
}

/** Deletes a connection with its links, certificates and traces. Throws `saml_not_exist`, `last_administrator`. */
export async function deleteSamlConnection(tx: Tx, samlId: string): Promise<{ uuid: string; changes: Changes }> {
  await queries.takeTurns(tx);
  const row = await mustFind(tx, samlId);
  await refuseLastConnection(tx, asConnection(row));
  const linkedUsers = await countLinked(tx, row.uuid);
  await deleteLinks(tx, row.uuid);
  await deleteTraces(tx, row.uuid);
  await deleteUnknownUsers(tx, row.uuid);
  await deleteMapping(tx, row.uuid);
  await dropConnection(tx, row.uuid);
  await queries.deleteConnection(tx, row.uuid);
  const { displayName, entityId, enabled } = fieldsOf(row);
  const told = { name: displayName, samlId: row.saml_id, entityId, enabled, linkedUsers };
  const changes = Object.fromEntries(Object.entries(told).map(([field, before]) => [field, { before }]));
  return { uuid: row.uuid, changes };
}

/** Adds a certificate. Throws `saml_not_exist`, `exceeded_certifications`, `duplicated`, and as `readCertificate`. */
export async function addCertification(
  tx: Tx,
  { tenantId, samlId, certification }: { tenantId: string; samlId: string; certification: string },
  now: Date,
): Promise<{ connection: contract.SamlConnection; changes: Changes }> {
  await queries.takeTurns(tx);
  const { uuid } = await mustFind(tx, samlId);
  const certificate = readCertificate(certification, now);
  const known = await queries.listCertificates(tx, [uuid]);
  if (known.some(({ fingerprint }) => fingerprint === certificate.fingerprint))
    throw fail('duplicated', { field: 'certification' });
  if (known.length >= MAX_SAML_CERTIFICATIONS) throw fail('exceeded_certifications');
  await queries.insertCertificates(tx, [rowOf(tenantId, uuid, certificate, now)]);
  const changes = { certifications: { after: toldOf(certificate.fingerprint, certificate.expiresAt) } };
  return { connection: await getSamlConnection(tx, samlId), changes };
}

const toldOf = (fingerprint: string, expiresAt: Date) => `${fingerprint} (${expiresAt.toISOString().slice(0, 10)})`;

/**
 * Deletes a certificate. Throws `saml_not_exist`, `not_found`, and `cannot_delete_active_certification` for the last one
 * of an enabled connection that has not expired.
 */
export async function deleteCertification(
  tx: Tx,
  samlId: string,
  certificationId: string,
  now: Date,
): Promise<{ connection: contract.SamlConnection; changes: Changes }> {
  await queries.takeTurns(tx);
  const row = await mustFind(tx, samlId);
  const known = await queries.listCertificates(tx, [row.uuid]);
  const gone = known.find((each) => each.certification_id === certificationId);
  if (!gone) throw fail('not_found');
  const isValid = ({ expires_at: until }: queries.CertificateRow) => until > now;
  const isLast = isValid(gone) && known.filter(isValid).length === 1;
  if (row.enabled && isLast) throw fail('cannot_delete_active_certification');
  await queries.deleteCertificate(tx, row.uuid, certificationId);
  const changes = { certifications: { before: toldOf(gone.fingerprint, gone.expires_at) } };
  return { connection: await getSamlConnection(tx, samlId), changes };
}

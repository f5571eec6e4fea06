import type { SpCertificateUse } from '#contract/apps/saml-idp-values.ts';
import type { SamlSp, SamlSpChanges, SamlSpInput, SpCertification } from '#contract/apps/saml-idp.ts';
import type { SamlIdp } from '#contract/apps/saml-idp-own.ts';
import { fail } from '#contract/errors.ts';
import { MAX_SAML_SP_CERTIFICATIONS, MAX_SAML_SPS } from '#contract/limits.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import { refuseConflict } from '../../platform/http/conflict.ts';
import { readImage } from '../../platform/images/read-image.ts';
import type { Tools } from '../../platform/tools.ts';
import { readCertificate } from '../../platform/saml/certificate.ts';
import { describeCertificates } from './certificates.ts';
import { samlAddresses, startPath } from './paths.ts';
import * as queries from './queries.ts';

export { readAnswerKeys, samlKeys } from './certificates.ts';

/** What service providers need to know of the tenant. */
export async function describeSamlIdp(tools: Tools, tenantId: string): Promise<SamlIdp> {
  const certifications = await describeCertificates(tools, tenantId);
  return { ...samlAddresses(tools.config.publicUrl, tenantId), certifications };
}

const toCertification = (row: Omit<queries.CertificationRow, 'noticed_days'>): SpCertification => ({
  certificationId: row.certification_id,
  use: row.use,
  subject: row.subject,
  fingerprint: row.fingerprint,
  startsAt: row.starts_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  active: row.active,
});

const inputOf = (row: queries.SpRow): SamlSpInput => ({
  displayName: row.display_name,
  entityId: row.entity_id,
  acsUrl: row.acs_url,
  relayState: row.relay_state,
  logoutUrl: row.logout_url,
  metadataUrl: row.metadata_url,
  signingOption: row.signing_option,
  nameIdFormat: row.name_id_format,
  authnRequestsSigned: row.authn_requests_signed,
  enabled: row.enabled,
  attributeStatements: row.attribute_statements,
});

const columnsOf = (input: SamlSpInput) => ({
  display_name: input.displayName,
  entity_id: input.entityId,
  acs_url: input.acsUrl,
  relay_state: input.relayState === '' ? null : input.relayState,
  logout_url: input.logoutUrl,
  metadata_url: input.metadataUrl,
  signing_option: input.signingOption,
  name_id_format: input.nameIdFormat,
  authn_requests_signed: input.authnRequestsSigned,
  enabled: input.enabled,
  attribute_statements: JSON.stringify(input.attributeStatements),
});

const iconOf = ({ icon, icon_media_type: type }: queries.SpRow): string | null =>
  icon && `data:${type};base64,${icon.toString('base64')}`;

const toSp = (publicUrl: string, row: queries.SpRow, certifications: readonly queries.CertificationRow[]): SamlSp => ({
  ...inputOf(row),
  samlSpId: row.saml_sp_id,
  icon: { enabled: row.icon_enabled, data: iconOf(row) },
  certifications: certifications.filter((one) => one.saml_sp_id === row.saml_sp_id).map(toCertification),
  startUrl: `${publicUrl}${startPath(row.tenant_id, row.saml_sp_id)}`,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** As logs tell them: of an attribute its name and source. */
const logged = ({ attributeStatements, ...input }: SamlSpInput) => ({
  ...input,
  attributeStatements: attributeStatements.map(({ name, source }) => `${name} = ${source}`),
});

/** The service providers of the transaction's tenant, by name. */
export async function listSamlSps(tools: Tools, tx: Tx): Promise<SamlSp[]> {
  const [sps, certifications] = [await queries.listSps(tx), await queries.listCertifications(tx)];
  return sps.map((row) => toSp(tools.config.publicUrl, { ...row, icon: null }, certifications));
}

/** The apps that users find on the top page. */
export async function listSamlTiles(tools: Tools, tx: Tx) {
  return (await queries.listTiles(tx)).map((row) => ({
    samlSpId: row.saml_sp_id,
    displayName: row.display_name,
    startUrl: `${tools.config.publicUrl}${startPath(row.tenant_id, row.saml_sp_id)}`,
    icon: iconOf(row),
  }));
}

async function mustFind(tx: Tx, samlSpId: string, find = queries.findSp): Promise<queries.SpRow> {
  const row = await find(tx, samlSpId);
  if (!row) throw fail('not_found');
  return row;
}

/** One service provider. Throws `not_found`. */
export async function getSamlSp(tools: Tools, tx: Tx, samlSpId: string): Promise<SamlSp> {
  return toSp(tools.config.publicUrl, await mustFind(tx, samlSpId), await queries.listCertifications(tx, samlSpId));
}

/**
 * Registers a service provider. Throws `exceeded_sps`, `duplicated_params_entityId`, and what is wrong with its
 * certificates.
 */
export async function createSamlSp(
  tools: Tools,
  tx: Tx,
  { tenantId, now }: { tenantId: string; now: Date },
  {
    certifications,
    encryptionCertifications,
    ...input
  }: SamlSpInput & { certifications: readonly string[]; encryptionCertifications: readonly string[] },
): Promise<{ sp: SamlSp; changes: Changes }> {
  if ((await queries.countSps(tx)) >= MAX_SAML_SPS) throw fail('exceeded_sps');
  const samlSpId = newUuid();
  const times = { created_at: now, updated_at: now };
  await queries.insertSp(tx, { tenant_id: tenantId, saml_sp_id: samlSpId, ...columnsOf(input), ...times });
  const at = { tenantId, samlSpId, now };
  for (const pem of certifications) await addSpCertification(tx, at, pem, 'signing');
  for (const pem of encryptionCertifications) await addSpCertification(tx, at, pem, 'encryption');
  const changes = { displayName: { after: input.displayName }, entityId: { after: input.entityId } };
  return { sp: await getSamlSp(tools, tx, samlSpId), changes };
}

/** Changes a service provider. Throws `not_found`, `conflict`, `duplicated_params_entityId`. */
export async function updateSamlSp(
  tools: Tools,
  tx: Tx,
  samlSpId: string,
  { expected, ...input }: SamlSpChanges,
  now: Date,
): Promise<{ sp: SamlSp; changes: Changes }> {
  const before = inputOf(await mustFind(tx, samlSpId, queries.holdSp));
  refuseConflict({ ...input, expected }, { ...before });
  const changes = changedFields(logged(before), logged(input));
  if (Object.keys(changes).length > 0) await queries.updateSp(tx, samlSpId, { ...columnsOf(input), updated_at: now });
  return { sp: await getSamlSp(tools, tx, samlSpId), changes };
}

/** Deletes a service provider. Throws `not_found`. */
export async function deleteSamlSp(tx: Tx, samlSpId: string): Promise<Changes> {
  const { display_name, entity_id } = await mustFind(tx, samlSpId, queries.holdSp);
  await queries.deleteSp(tx, samlSpId);
  return { displayName: { before: display_name }, entityId: { before: entity_id } };
}

/** Sets the icon; `data` undefined leaves the image as it is. Throws `not_found`, and what is wrong with the image. */
export async function changeSpIcon(
  tools: Tools,
  tx: Tx,
  samlSpId: string,
  { enabled, data }: { enabled: boolean; data?: string | null | undefined },
  now: Date,
): Promise<{ sp: SamlSp; changes: Changes }> {
  const row = await mustFind(tx, samlSpId, queries.holdSp);
  const image = data ? readImage(Buffer.from(data, 'base64')) : null;
  const picture = data === undefined ? {} : { icon: image?.content ?? null, icon_media_type: image?.mediaType ?? null };
  await queries.updateSp(tx, samlSpId, { icon_enabled: enabled, ...picture, updated_at: now });
  const changes = {
    ...changedFields({ iconEnabled: row.icon_enabled }, { iconEnabled: enabled }),
    ...(data === undefined ? {} : { icon: {} }),
  };
  return { sp: await getSamlSp(tools, tx, samlSpId), changes };
}

/** The certificates of a service provider. Throws `not_found`. */
export async function listSpCertifications(tx: Tx, samlSpId: string): Promise<SpCertification[]> {
  await mustFind(tx, samlSpId);
  return (await queries.listCertifications(tx, samlSpId)).map(toCertification);
}

/**
 * Adds a certificate, active at once; one that is there for something else is for both from then on. Throws
 * `sp_setting_incorrect` for what is none, `certification_expired`, `exceeded_certifications`, `duplicated`.
 */
export async function addSpCertification(
  tx: Tx,
  { tenantId, samlSpId, now }: { tenantId: string; samlSpId: string; now: Date },
  pem: string,
  use: SpCertificateUse,
): Promise<SpCertification> {
  await mustFind(tx, samlSpId, queries.holdSp);
  const given = readCertificate(pem);
  if (!given) throw fail('sp_setting_incorrect', { field: 'certification' });
  if (given.expiresAt <= now) throw fail('certification_expired', { field: 'certification' });
  const there = await queries.listCertifications(tx, samlSpId);
  const known = there.find(({ fingerprint }) => fingerprint === given.fingerprint);
  if (known && known.use !== 'both' && known.use !== use) {
    // What it was deactivated for stays off.
    const next = known.active ? 'both' : use;
    await queries.setUse(tx, known.certification_id, next);
    return toCertification({ ...known, use: next, active: true });
  }
  if (there.length >= MAX_SAML_SP_CERTIFICATIONS) throw fail('exceeded_certifications');
  const row = {
    ...{ tenant_id: tenantId, saml_sp_id: samlSpId, certification_id: newUuid(), active: true, use, created_at: now },
    ...{ certificate: given.certificate, fingerprint: given.fingerprint, subject: given.subject },
    ...{ starts_at: given.startsAt, expires_at: given.expiresAt },
  };
  await queries.insertCertification(tx, row);
  return toCertification(row);
}

async function mustFindCertification(tx: Tx, samlSpId: string, certificationId: string) {
  await mustFind(tx, samlSpId, queries.holdSp);
  const all = await queries.listCertifications(tx, samlSpId);
  const row = all.find((one) => one.certification_id === certificationId);
  if (!row) throw fail('not_found');
  return row;
}

/** Activates or deactivates a certificate. Throws `not_found`, `certification_expired`. */
export async function changeSpCertification(
  tx: Tx,
  { samlSpId, certificationId, now }: { samlSpId: string; certificationId: string; now: Date },
  active: boolean,
): Promise<{ certification: SpCertification; changes: Changes }> {
  const row = await mustFindCertification(tx, samlSpId, certificationId);
  if (active && row.expires_at <= now) throw fail('certification_expired');
  await queries.setActive(tx, certificationId, active);
  return {
    certification: { ...toCertification(row), active },
    changes: changedFields({ active: row.active }, { active }),
  };
}

/** Deletes an inactive certificate. Throws `not_found`, `cannot_delete_active_certification`. */
export async function deleteSpCertification(tx: Tx, samlSpId: string, certificationId: string): Promise<Changes> {
  const row = await mustFindCertification(tx, samlSpId, certificationId);
  if (row.active) throw fail('cannot_delete_active_certification');
  await queries.deleteCertification(tx, certificationId);
  return { certification: { before: row.fingerprint } };
}

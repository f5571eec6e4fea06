import { MAX_SAML_TILES } from '#contract/apps/saml-idp-values.ts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { SamlSpCertifications, SamlSpSessions, SamlSps } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export type SpRow = Selectable<SamlSps>;
export type CertificationRow = Selectable<SamlSpCertifications>;

/** Without their icons. */
export async function listSps(tx: Tx): Promise<Omit<SpRow, 'icon'>[]> {
  const sps = tx.selectFrom('saml_sps').select(allButIcon);
  return sps.orderBy('display_name').orderBy('saml_sp_id').execute();
}

const allButIcon = [
  ...(['tenant_id', 'saml_sp_id', 'display_name', 'entity_id', 'acs_url', 'relay_state', 'logout_url'] as const),
  ...(['metadata_url', 'signing_option', 'name_id_format', 'authn_requests_signed', 'enabled'] as const),
  ...(['attribute_statements', 'notify_days', 'notify_users', 'icon_enabled', 'icon_media_type'] as const),
  ...(['created_at', 'updated_at'] as const),
] as const;

/** Those with a tile on the top page, by name. */
export async function listTiles(tx: Tx): Promise<SpRow[]> {
  const shown = tx.selectFrom('saml_sps').selectAll().where('enabled', '=', true).where('icon_enabled', '=', true);
  return shown.orderBy('display_name').orderBy('saml_sp_id').limit(MAX_SAML_TILES).execute();
}

/** Counts, and keeps others from adding meanwhile. */
export async function countSps(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('portico/saml-sps'), hashtext(current_tenant()))`.execute(tx);
  const { count } = await tx
    .selectFrom('saml_sps')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findSp(tx: Tx, samlSpId: string): Promise<SpRow | undefined> {
  return tx.selectFrom('saml_sps').selectAll().where('saml_sp_id', '=', samlSpId).executeTakeFirst();
}

/** Like `findSp`, locked until the transaction ends. */
export async function holdSp(tx: Tx, samlSpId: string): Promise<SpRow | undefined> {
  return tx.selectFrom('saml_sps').selectAll().where('saml_sp_id', '=', samlSpId).forUpdate().executeTakeFirst();
}

export async function insertSp(tx: Tx, row: Insertable<SamlSps>): Promise<void> {
  await tx.insertInto('saml_sps').values(row).execute();
}

export async function updateSp(tx: Tx, samlSpId: string, set: Updateable<SamlSps>): Promise<void> {
  await tx.updateTable('saml_sps').set(set).where('saml_sp_id', '=', samlSpId).execute();
}

/** With the names of users there, which no foreign key ties to it (migration 0200). */
export async function deleteSp(tx: Tx, samlSpId: string): Promise<void> {
  await tx.deleteFrom('saml_name_ids').where('saml_sp_id', '=', samlSpId).execute();
  await tx.deleteFrom('saml_sps').where('saml_sp_id', '=', samlSpId).execute();
}

/** Of one service provider, or of all; the longest valid first. */
export async function listCertifications(tx: Tx, samlSpId?: string): Promise<CertificationRow[]> {
  const all = tx.selectFrom('saml_sp_certifications').selectAll().orderBy('expires_at', 'desc').orderBy('fingerprint');
  return (samlSpId === undefined ? all : all.where('saml_sp_id', '=', samlSpId)).execute();
}

export async function insertCertification(tx: Tx, row: Insertable<SamlSpCertifications>): Promise<void> {
  await tx.insertInto('saml_sp_certifications').values(row).execute();
}

export async function setActive(tx: Tx, certificationId: string, active: boolean): Promise<void> {
  await tx
    .updateTable('saml_sp_certifications')
    .set({ active })
    .where('certification_id', '=', certificationId)
    .execute();
}

/** What it is for, active from then on. */
export async function setUse(tx: Tx, certificationId: string, use: CertificationRow['use']): Promise<void> {
  const one = tx.updateTable('saml_sp_certifications').where('certification_id', '=', certificationId);
  await one.set({ use, active: true }).execute();
}

/** The active certificate that answers are encrypted for, the longest valid one of several. */
export async function findEncryptionCertificate(tx: Tx, samlSpId: string): Promise<Buffer | null> {
  const [row] = (await listCertifications(tx, samlSpId)).filter(({ active, use }) => active && use !== 'signing');
  return row?.certificate ?? null;
}

export async function deleteCertification(tx: Tx, certificationId: string): Promise<void> {
  await tx.deleteFrom('saml_sp_certifications').where('certification_id', '=', certificationId).execute();
}

/** Remembers where a session was signed in to, with the latest name. */
export async function rememberSignIn(tx: Tx, row: Insertable<SamlSpSessions>): Promise<void> {
  const { name_id, name_id_format, signed_in_at } = row;
  await tx
    .insertInto('saml_sp_sessions')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'session_id', 'saml_sp_id'])
        .doUpdateSet({ name_id, name_id_format, signed_in_at }),
    )
    .execute();
}

/** Users by uuid, by their IDs. */
export async function userIdsOf(tx: Tx, uuids: readonly string[]): Promise<{ user_id: string }[]> {
  if (uuids.length === 0) return [];
  return tx
    .selectFrom('users')
    .select('user_id')
    .where('uuid', 'in', [...uuids])
    .orderBy('user_id_key')
    .execute();
}

export async function findUsersNamed(tx: Tx, keys: readonly string[]): Promise<{ uuid: string }[]> {
  if (keys.length === 0) return [];
  return tx
    .selectFrom('users')
    .select('uuid')
    .where('user_id_key', 'in', [...keys])
    .execute();
}

/** Those who can be emailed. */
export async function activeOf(tx: Tx, uuids: readonly string[]): Promise<string[]> {
  if (uuids.length === 0) return [];
  const found = tx
    .selectFrom('users')
    .select('uuid')
    .where('uuid', 'in', [...uuids])
    .where('status', '=', 'active');
  return (await found.where('login_mail_address', 'is not', null).execute()).map(({ uuid }) => uuid);
}

/** Active certificates of service providers that somebody is to be told of, locked. */
export async function holdCertificatesToTell(tx: Tx, now: Date) {
  return tx
    .selectFrom('saml_sp_certifications as c')
    .innerJoin('saml_sps as s', 's.saml_sp_id', 'c.saml_sp_id')
    .select(['c.certification_id', 'c.expires_at', 'c.noticed_days', 's.saml_sp_id', 's.display_name'])
    .select(['s.notify_days', 's.notify_users'])
    .where('c.active', '=', true)
    .where('s.enabled', '=', true)
    .where('s.notify_days', 'is not', null)
    .$narrowType<{ notify_days: number }>()
    .where('c.expires_at', '>', now)
    .orderBy('c.certification_id')
    .forUpdate('c')
    .execute();
}

export async function setNoticed(tx: Tx, certificationId: string, days: number): Promise<void> {
  const one = tx.updateTable('saml_sp_certifications').where('certification_id', '=', certificationId);
  await one.set({ noticed_days: days }).execute();
}

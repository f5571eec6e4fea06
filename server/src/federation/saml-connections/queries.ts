import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { SamlCertificates, SamlConnections } from '../../platform/db/rows.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export type ConnectionRow = Selectable<SamlConnections>;
export type CertificateRow = Selectable<SamlCertificates>;

/** Acts on the connections of a tenant, one after another until each transaction ends. */
export const takeTurns = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('saml connections of ' || current_tenant(), 0))`.execute(tx);

export const listConnections = (tx: Tx): Promise<ConnectionRow[]> =>
  tx.selectFrom('saml_connections').selectAll().orderBy('display_name').orderBy('saml_id_key').execute();

/** IDs are compared case-insensitively. */
export const findConnection = (tx: Tx, samlId: string): Promise<ConnectionRow | undefined> =>
  tx.selectFrom('saml_connections').selectAll().where('saml_id_key', '=', samlId.toLowerCase()).executeTakeFirst();

export const findByUuid = (tx: Tx, uuid: string): Promise<ConnectionRow | undefined> =>
  tx.selectFrom('saml_connections').selectAll().where('uuid', '=', uuid).executeTakeFirst();

export async function insertConnection(tx: Tx, row: Insertable<SamlConnections>): Promise<void> {
  await tx.insertInto('saml_connections').values(row).execute();
}

export async function updateConnection(tx: Tx, uuid: string, set: Updateable<SamlConnections>): Promise<void> {
  await tx.updateTable('saml_connections').set(set).where('uuid', '=', uuid).execute();
}

export async function deleteConnection(tx: Tx, uuid: string): Promise<void> {
  await tx.deleteFrom('saml_connections').where('uuid', '=', uuid).execute();
}

export const listCertificates = (tx: Tx, connections: readonly string[]): Promise<CertificateRow[]> =>
  tx
    .selectFrom('saml_certificates')
    .selectAll()
    .where(sql<boolean>`connection = any (${connections}::uuid[])`)
    .orderBy('expires_at', 'desc')
    .orderBy('certification_id')
    .execute();

export async function insertCertificates(tx: Tx, rows: Insertable<SamlCertificates>[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('saml_certificates').values(rows).execute();
}

export async function deleteCertificate(tx: Tx, connection: string, certificationId: string): Promise<void> {
  await tx
    .deleteFrom('saml_certificates')
    .where('connection', '=', connection)
    .where('certification_id', '=', certificationId)
    .execute();
}

/** Of each connection that is on, the certificate that is good for longest, if it expires between the two moments; locked. */
export async function holdLastCertificates(tx: Tx, now: Date, until: Date) {
  return tx
    .selectFrom('saml_certificates as c')
    .innerJoin('saml_connections as s', 's.uuid', 'c.connection')
    .select(['c.certification_id', 'c.expires_at', 'c.noticed_days', 's.saml_id', 's.display_name'])
    .where('s.enabled', '=', true)
    .where('c.expires_at', '>', now)
    .where('c.expires_at', '<=', until)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('saml_certificates as later')
            .select('later.certification_id')
            .whereRef('later.connection', '=', 'c.connection')
            .whereRef('later.expires_at', '>', 'c.expires_at'),
        ),
      ),
    )
    .orderBy('c.certification_id')
    .forUpdate('c')
    .execute();
}

export async function setNoticed(tx: Tx, certificationId: string, days: number): Promise<void> {
  const one = tx.updateTable('saml_certificates').where('certification_id', '=', certificationId);
  await one.set({ noticed_days: days }).execute();
}

/** Notes that the metadata made for a connection was loaded; to the minute. */
export async function noteMetadataRead(tx: Tx, uuid: string, now: Date): Promise<void> {
  const row = tx.updateTable('saml_connections').set({ metadata_read_at: now }).where('uuid', '=', uuid);
  const before = new Date(now.getTime() - 60_000);
  await row.where((eb) => eb.or([eb('metadata_read_at', 'is', null), eb('metadata_read_at', '<', before)])).execute();
}

/** Notes for which key of ours a provider encrypted; to the hour. */
export async function noteEncryptedFor(tx: Tx, uuid: string, kid: string, now: Date): Promise<void> {
  const set = { encrypted_for: kid, encrypted_at: now };
  const row = tx.updateTable('saml_connections').set(set).where('uuid', '=', uuid);
  const before = new Date(now.getTime() - 3_600_000);
  await row
    .where((eb) => eb.or([eb('encrypted_for', 'is distinct from', kid), eb('encrypted_at', '<', before)]))
    .execute();
}

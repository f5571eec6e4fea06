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

import type { Insertable, Updateable } from 'kysely';
import type { RegistrationUrls } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { UrlFacts } from './decide.ts';

export interface UrlRow extends UrlFacts {
  tenant_id: string;
  uuid: string;
  sealed_secret: Buffer;
  enabled_domains: string[];
  license_ids: string[];
  created_by: string;
  created_at: Date;
}

/** URLs, each with the current rights of its creator. */
const urls = (tx: Tx) =>
  tx
    .selectFrom('registration_urls as r')
    .leftJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'r.tenant_id').onRef('u.uuid', '=', 'r.created_by_uuid'),
    )
    .selectAll('r')
    .select(['u.status as maker_status', 'u.roles as maker_roles']);

export async function insertUrl(tx: Tx, row: Insertable<RegistrationUrls>): Promise<void> {
  await tx.insertInto('registration_urls').values(row).execute();
}

export async function readUrl(tx: Tx, uuid: string): Promise<UrlRow | null> {
  const row = await urls(tx).where('r.uuid', '=', uuid).executeTakeFirst();
  return (row as UrlRow | undefined) ?? null;
}

export async function holdUrl(tx: Tx, uuid: string): Promise<UrlRow | null> {
  const row = await urls(tx).where('r.uuid', '=', uuid).forUpdate('r').executeTakeFirst();
  return (row as UrlRow | undefined) ?? null;
}

export async function findUrlBySecret(tx: Tx, secretHash: Buffer): Promise<UrlRow | null> {
  const row = await urls(tx).where('r.secret_hash', '=', secretHash).executeTakeFirst();
  return (row as UrlRow | undefined) ?? null;
}

/** Newest first, without those that ended before a moment. */
export async function listUrls(tx: Tx, overSince: Date): Promise<UrlRow[]> {
  const rows = await urls(tx)
    .where((eb) => eb(eb.fn.coalesce('r.ended_at', 'r.expires_at'), '>', overSince))
    .orderBy('r.uuid', 'desc')
    .execute();
  return rows as UrlRow[];
}

export async function updateUrl(tx: Tx, uuid: string, values: Updateable<RegistrationUrls>): Promise<void> {
  await tx.updateTable('registration_urls').set(values).where('uuid', '=', uuid).execute();
}

/** Takes a seat if the URL is open and has one left; concurrent callers wait for the outcome. */
export async function takeSeat(tx: Tx, uuid: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('registration_urls')
    .set((eb) => ({ users_count: eb('users_count', '+', 1) }))
    .where('uuid', '=', uuid)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .whereRef('users_count', '<', 'users_limit')
    .returning('uuid')
    .executeTakeFirst();
  return row !== undefined;
}

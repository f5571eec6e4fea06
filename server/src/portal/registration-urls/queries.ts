import type { Insertable, Updateable } from 'kysely';
import type { Role } from '#contract/roles.ts';
import type { RegistrationUrls } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';

export interface UrlRow {
  tenant_id: string;
  uuid: string;
  sealed_secret: Buffer;
  role: Role;
  enabled_domains: string[];
  license_ids: string[];
  users_limit: number;
  users_count: number;
  expires_at: Date;
  ended_at: Date | null;
  created_by: string;
  created_at: Date;
}

export async function insertUrl(tx: Tx, row: Insertable<RegistrationUrls>): Promise<void> {
  await tx.insertInto('registration_urls').values(row).execute();
}

export async function readUrl(tx: Tx, uuid: string): Promise<UrlRow | null> {
  const row = await tx.selectFrom('registration_urls').selectAll().where('uuid', '=', uuid).executeTakeFirst();
  return (row as UrlRow | undefined) ?? null;
}

export async function holdUrl(tx: Tx, uuid: string): Promise<UrlRow | null> {
  const row = await tx
    .selectFrom('registration_urls')
    .selectAll()
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirst();
  return (row as UrlRow | undefined) ?? null;
}

export async function findUrlBySecret(tx: Tx, secretHash: Buffer): Promise<UrlRow | null> {
  const row = await tx
    .selectFrom('registration_urls')
    .selectAll()
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst();
  return (row as UrlRow | undefined) ?? null;
}

/** Newest first; without those that were over before a moment. */
export async function listUrls(tx: Tx, overSince: Date): Promise<UrlRow[]> {
  const rows = await tx
    .selectFrom('registration_urls')
    .selectAll()
    .where((eb) => eb(eb.fn.coalesce('ended_at', 'expires_at'), '>', overSince))
    .orderBy('uuid', 'desc')
    .execute();
  return rows as UrlRow[];
}

/** How many can still be registered behind. */
export async function countOpenUrls(tx: Tx, now: Date): Promise<number> {
  const row = await tx
    .selectFrom('registration_urls')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.open ?? 0;
}

export async function updateUrl(tx: Tx, uuid: string, values: Updateable<RegistrationUrls>): Promise<void> {
  await tx.updateTable('registration_urls').set(values).where('uuid', '=', uuid).execute();
}

/** Takes a seat, if the URL is open and has one left; whoever asks at the same time waits for the outcome. */
export async function takeSeat(tx: Tx, uuid: string, now: Date): Promise<UrlRow | null> {
  const row = await tx
    .updateTable('registration_urls')
    .set((eb) => ({ users_count: eb('users_count', '+', 1) }))
    .where('uuid', '=', uuid)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .whereRef('users_count', '<', 'users_limit')
    .returningAll()
    .executeTakeFirst();
  return (row as UrlRow | undefined) ?? null;
}

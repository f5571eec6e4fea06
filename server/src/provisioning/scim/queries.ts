import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ask, named, send, together } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Resource } from './coerce.ts';

/** A user of a source, with what changes of the account itself. */
export interface UserRow {
  user_uuid: string;
  user_name: string;
  external_id: string | null;
  resource: Resource;
  version: string;
  created_at: Date;
  changed_at: Date;
  status: 'registering' | 'active' | 'inactive' | 'locked';
  /** What the source wants of one whose leaving waits for a decision. */
  held: 'deactivate' | 'delete' | null;
}

/** The same, held, with the fields that a source sets. */
export interface HeldRow extends UserRow {
  user_id: string;
  gone_at: Date | null;
  /** When the source took over a user who was there before. */
  adopted_at: Date | null;
  family_name: string;
  given_name: string;
  department: string;
  location: string;
  login_mail_address: string | null;
  next_login_mail_address: string | null;
  other_mail_addresses: string;
  extension_attributes: Record<string, string>;
}

const columns = sql`s.user_uuid, s.user_name, s.external_id, s.resource, s.version, s.created_at,
  greatest(s.updated_at, u.updated_at) as changed_at, u.status, s.held`;
const users = sql`source_users s join users u on u.tenant_id = s.tenant_id and u.uuid = s.user_uuid`;
const here = (source: string) => sql`s.source_uuid = ${source}::uuid and s.gone_at is null`;

export async function findUser(tx: Tx, source: string, uuid: string): Promise<UserRow | null> {
  const question = sql<UserRow>`select ${columns} from ${users} where ${here(source)} and s.user_uuid = ${uuid}::uuid`;
  return (await ask(tx, named('scim_user', question)))[0] ?? null;
}

const heldColumns = sql`${columns}, u.user_id, s.gone_at, s.adopted_at, u.family_name, u.given_name, u.department, u.location,
  u.login_mail_address, u.next_login_mail_address, u.other_mail_addresses, u.extension_attributes`;

/** Holds those who are provided now and meet a condition until the transaction ends. */
export const holdingUsers = (source: string, which: RawBuilder<unknown>) =>
  sql<HeldRow>`select ${heldColumns} from ${users} where ${here(source)} and ${which} for update of u, s`;

/** One of them. */
export async function holdUser(tx: Tx, source: string, uuid: string): Promise<HeldRow | null> {
  const question = holdingUsers(source, sql`s.user_uuid = ${uuid}::uuid`);
  return (await ask(tx, named('scim_hold_user', question)))[0] ?? null;
}

/** Those of the source, gone ones too, who have the name or the external ID; held. */
export async function holdNamed(
  tx: Tx,
  source: string,
  { userName, externalId }: { userName: string; externalId: string | null },
): Promise<HeldRow[]> {
  const question = sql<HeldRow>`
    select ${heldColumns} from ${users} where s.source_uuid = ${source}::uuid
      and (s.user_name_key = lower(${userName}::text) or s.external_id = ${externalId}::text)
    order by u.uuid for update of u, s`;
  return ask(tx, named('scim_hold_named', question));
}

/**
 * Whether a name of the source is taken by somebody's user ID or address, whether the address to sign in with is, and whether
 * either fits a pattern of users whom the source never touches.
 */
export async function takenOf(
  tx: Tx,
  source: string,
  userName: string,
  address: string | null = null,
): Promise<{ name: boolean; address: boolean; excluded: boolean }> {
  const question = sql<{ name: boolean; address: boolean; excluded: boolean }>`
    select exists (select from users where user_id_key = lower(${userName}::text))
      or exists (select from users where login_mail_address_key = lower(${userName}::text)) as name,
      exists (select from users where login_mail_address_key = lower(${address}::text)) as address,
      exists (select from provisioning_sources where uuid = ${source}::uuid
        and (lower(${userName}::text) like any (likes_of(excluded_patterns))
          or lower(${address}::text) like any (likes_of(excluded_patterns)))) as excluded`;
  const [found] = await ask(tx, named('scim_taken', question));
  return found ?? { name: false, address: false, excluded: false };
}

/** Whether a source provides a user, or did. */
export async function isProvided(tx: Tx, uuid: string): Promise<boolean> {
  const question = sql<{ is: boolean }>`
    select exists (select from source_users where user_uuid = ${uuid}::uuid) as is`;
  return (await ask(tx, question))[0]?.is !== false;
}

interface Link {
  tenantId: string;
  source: string;
  uuid: string;
  userName: string;
  externalId: string | null;
  resource: Resource;
  adoptedAt?: Date;
}

export async function insertLink(tx: Tx, link: Link, now: Date): Promise<void> {
  const { tenantId, source, uuid, userName, externalId, resource, adoptedAt = null } = link;
  await send(
    tx,
    named(
      'scim_insert_link',
      sql`
        insert into source_users (tenant_id, source_uuid, user_uuid, user_name, external_id, resource, adopted_at, created_at, updated_at)
        values (${tenantId}, ${source}::uuid, ${uuid}::uuid, ${userName}, ${externalId}, ${JSON.stringify(resource)}::jsonb, ${adoptedAt}, ${now}, ${now})`,
    ),
  );
}

/** What the source says from now on; it provides the user. */
export async function updateLink(tx: Tx, link: Omit<Link, 'tenantId'>, now: Date): Promise<void> {
  const { source, uuid, userName, externalId, resource } = link;
  await send(
    tx,
    named(
      'scim_update_link',
      sql`
        update source_users set user_name = ${userName}, external_id = ${externalId}, resource = ${JSON.stringify(resource)}::jsonb,
          version = version + 1, gone_at = null, updated_at = ${now}
        where source_uuid = ${source}::uuid and user_uuid = ${uuid}::uuid`,
    ),
  );
}

export async function markGone(tx: Tx, source: string, uuid: string, now: Date): Promise<void> {
  await send(
    tx,
    sql`update source_users set gone_at = ${now} where source_uuid = ${source}::uuid and user_uuid = ${uuid}::uuid`,
  );
}

export async function deleteLink(tx: Tx, source: string, uuid: string): Promise<void> {
  await send(tx, sql`delete from source_users where source_uuid = ${source}::uuid and user_uuid = ${uuid}::uuid`);
}

export async function readDeleteBehavior(tx: Tx, source: string): Promise<string> {
  const row = tx.selectFrom('provisioning_sources').select('delete_behavior').where('uuid', '=', source);
  return (await row.executeTakeFirstOrThrow()).delete_behavior;
}

/** What the tenant calls its items. */
export async function readItemNames(tx: Tx): Promise<Record<string, { name: string }>> {
  const row = await tx.selectFrom('tenants').select('user_extension_attribute_properties as names').executeTakeFirst();
  return (row?.names ?? {}) as Record<string, { name: string }>;
}

export interface Listing {
  source: string;
  where: RawBuilder<SqlBool> | null;
  /** Null: by ID. */
  order: RawBuilder<unknown> | null;
  offset: number;
  /** Of a list by ID: behind which one. */
  after: string | null;
  limit: number;
}

/** A page of the users who are provided now, and how many there are. */
export async function listUsers(tx: Tx, listing: Listing): Promise<{ rows: UserRow[]; total: number }> {
  const { source, where, order, limit } = listing;
  const condition = sql`${here(source)} ${where ? sql`and ${where}` : sql``}`;
  const counted = where
    ? sql<{ total: number }>`select count(*)::integer as total from ${users} where ${condition}`
    : sql<{
        total: number;
      }>`select coalesce(sum(users), 0)::integer as total from source_user_counts where source_uuid = ${source}::uuid`;
  if (limit === 0) return { rows: [], total: (await ask(tx, counted))[0]?.total ?? 0 };
  const page = where || order ? pageOf(condition, listing) : pageInOrder(listing);
  const [rows, [count]] = await together<[UserRow, { total: number }]>(tx, page, counted);
  return { rows, total: count?.total ?? 0 };
}

const pageOf = (condition: RawBuilder<unknown>, { order, offset, after, limit }: Listing) =>
  sql<UserRow>`
    select ${columns} from ${users} where ${condition} ${after ? sql`and s.user_uuid > ${after}::uuid` : sql``} order by ${order ?? sql`s.user_uuid`} limit ${limit} offset ${offset}`;

/** Of users before the page, the accounts and resources are not read. */
const pageInOrder = ({ source, offset, after, limit }: Listing) =>
  sql<UserRow>`
    select ${columns} from ${users} where s.source_uuid = ${source}::uuid and s.user_uuid = any (array(
      select user_uuid from source_users
      where source_uuid = ${source}::uuid and gone_at is null ${after ? sql`and user_uuid > ${after}::uuid` : sql``}
      order by user_uuid limit ${limit} offset ${offset}))
    order by s.user_uuid`;

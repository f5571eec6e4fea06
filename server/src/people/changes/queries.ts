import { EXTENSION_ATTRIBUTES } from '#contract/limits.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Reason } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { isTaken } from '../../platform/db/violation.ts';
import { attempt } from '../bulk/queries.ts';
import {
  givesRights,
  isAddressTaken,
  keptFields,
  lacksGroup,
  losesRights,
  mayLoseAdministrator,
  takesAddress,
} from './compare.ts';
import { type Staged, userState, stateValue } from './source.ts';

export interface Refused {
  row_no: number;
  /** Null: there is nothing left to do. */
  reason: Reason | null;
}

/** Holds the users whom the rows change or remove, in one order, so that two transactions never wait for each other. */
export async function holdUsers(tx: Tx, rows: Staged): Promise<void> {
  await sql`
    select from users where uuid in (select r.user_uuid from ${rows} r where r.kind in ('update', 'delete'))
    order by uuid for update`.execute(tx);
  await sql`
    select from deleted_users where uuid in (select r.user_uuid from ${rows} r where r.kind = 'restore')
    order by uuid for update`.execute(tx);
}

/** Whether the rows put users into groups or may take them out of some: hardly any file says so of its new users. */
export async function touchesGroups(tx: Tx, rows: Staged): Promise<boolean> {
  const found = await sql<{ touches: boolean }>`
    select exists (select from ${rows} r where r.kind in ('delete', 'restore') or (r.kind = 'create' and r.given ? 'groups')
      or (r.kind = 'update' and r.changes ? 'groups')) as touches`.execute(tx);
  return found.rows[0]?.touches ?? false;
}

/** Keeps the groups that the rows name until the transaction ends; whoever is deleting one is waited for. */
export async function keepGroups(tx: Tx, rows: Staged): Promise<void> {
  await sql`
    select from groups where group_id_key = any (array(
      select distinct jsonb_array_elements_text(r.given -> 'groups') from ${rows} r where r.kind in ('create', 'update')))
    order by uuid for key share`.execute(tx);
}

/**
 * Whether somebody was restored and deleted once more since the row `r` was looked at, with other rights, status or
 * address: who confirmed saw, and was asked to prove themselves for, what was there before.
 */
const otherwiseDeleted = sql`exists (select from deleted_users d where d.uuid = r.user_uuid and (
  not (to_jsonb(d.roles) @> (r.given -> 'roles') and to_jsonb(d.roles) <@ (r.given -> 'roles'))
  or (d.account ->> 'status') is distinct from (r.given ->> 'status')
  or d.login_mail_address is distinct from (r.given ->> 'loginMailAddress')))`;

/**
 * The rows that no longer fit the tenant: each with the first reason, or that its user is gone already. Users and groups
 * are held before.
 */
export async function findRefused(tx: Tx, rows: Staged, operatorUuid: string, now: Date): Promise<Refused[]> {
  const id = (name: string, field: RawBuilder<unknown>) =>
    sql`jsonb_build_object('id', ${sql.lit(name)}, 'field', ${field})`;
  const changed = sql`(select c.key from jsonb_each(r.changes) c
    where c.value -> 'before' is distinct from case c.key
      when 'nextLoginMailAddress' then coalesce(to_jsonb(u.next_login_mail_address), 'null')
      else ${stateValue(sql`s.state`, sql`c.key`)} end order by 1 limit 1)`;
  const { rows: refused } = await sql<Refused>`
    select * from (
      select r.row_no, case
        when r.kind = 'delete' and u.uuid is null or r.kind = 'restore' and u.uuid is not null then 'null'::jsonb
        when r.kind = 'restore' and not exists (select from deleted_users d where d.uuid = r.user_uuid and d.expires_at > ${now})
          then ${id('not_found', sql`'userId'`)}
        when r.kind = 'restore' and ${otherwiseDeleted} then ${id('conflict', sql`'userId'`)}
        when r.kind = 'restore' and exists (select from users o where o.user_id_key = lower(r.user_id))
          then ${id('duplicated_params_userId', sql`'userId'`)}
        when r.kind = 'update' and u.uuid is null then ${id('deleted_meanwhile', sql`'userId'`)}
        when r.kind = 'delete' and s.state <> r.before then ${id('conflict', sql`'userId'`)}
        when r.kind = 'update' and ${changed} is not null then ${id('conflict', changed)}
        when r.kind = 'update' and ${keptFields(sql`r.changes`)} <> '[]' then ${keptFields(sql`r.changes`)} -> 0
        when (r.kind in ('create', 'restore') or r.changes ? 'loginMailAddress') and ${isAddressTaken(sql`r.given`)}
          then ${id('duplicated_params_loginMailAddress', sql`'loginMailAddress'`)}
        when r.kind in ('create', 'update') and ${lacksGroup(sql`r.given`)}
          then ${id('invalid_params_groups.groupId', sql`'groups'`)}
        when u.uuid = ${operatorUuid}::uuid and ${losesRights(sql`r.kind`, sql`r.changes`)}
          then ${id('forbidden', sql`'userId'`)}
        end as reason
      from ${rows} r
      left join lateral (select * from users found where found.uuid = r.user_uuid and r.kind <> 'create' limit 1) u on true
      left join lateral (select ${userState} as state where u.uuid is not null offset 0) s on true
      where r.kind in ('create', 'update', 'delete', 'restore') offset 0) looked
    where reason is not null`.execute(tx);
  return refused;
}

/**
 * Takes the room that the tenant's limit of users leaves, if the rows make users: how many more there may be until the
 * transaction ends; null: any number.
 */
export async function takeRoom(tx: Tx, rows: Staged): Promise<number | null> {
  const { rows: found } = await sql<{ room: number | null }>`
    select take_user_room() as room where exists (select from ${rows} r where r.kind in ('create', 'restore'))`.execute(
    tx,
  );
  return found[0]?.room ?? null;
}

/** The rows of new users for which there is no room: those that come last. */
export async function findBeyond(tx: Tx, rows: Staged, room: number): Promise<number[]> {
  const { rows: beyond } = await sql<{ row_no: number }>`
    select r.row_no from ${rows} r where r.kind in ('create', 'restore') order by r.row_no offset ${room}`.execute(tx);
  return beyond.map(({ row_no }) => row_no);
}

/** Makes the new users; gives the rows whose user id was taken meanwhile. */
export async function insertUsers(tx: Tx, rows: Staged, now: Date): Promise<number[]> {
  // Looking for conflicts beforehand, in every unique index, costs a tenth of the whole; there are hardly ever any.
  const made = await attempt(tx, () => newUsers(rows, now).execute(tx), isTaken);
  if (made) return [];
  const { rows: taken } = await sql<{ row_no: number }>`
    with made as (${newUsers(rows, now)} on conflict do nothing returning uuid)
    select r.row_no from ${rows} r where r.kind = 'create' and r.user_uuid not in (select uuid from made)`.execute(tx);
  return taken.map(({ row_no }) => row_no);
}

function newUsers(rows: Staged, now: Date): RawBuilder<unknown> {
  const text = (field: string) => sql`coalesce(r.given ->> ${sql.lit(field)}, '')`;
  const list = (field: string) => sql`array(select jsonb_array_elements_text(r.given -> ${sql.lit(field)}))`;
  return sql`
    insert into users (tenant_id, uuid, user_id, family_name, given_name, status, roles, department, location,
      description, locale, timezone, next_login_mail_address, other_mail_addresses, extension_attributes, created_at, updated_at)
    select current_tenant(), r.user_uuid, r.user_id, ${text('familyName')}, ${text('givenName')},
      coalesce(r.given ->> 'status', 'registering'), case when r.given ? 'roles' then ${list('roles')} else '{User}' end,
      ${text('department')}, ${text('location')}, ${text('description')}, r.given ->> 'locale', r.given ->> 'timezone',
      r.given ->> 'loginMailAddress', coalesce(array_to_string(${list('mailAddresses')}, chr(10)), ''),
      ${attributesOf(sql`r.given`)}, ${now}, ${now}
    from ${rows} r where r.kind = 'create' order by r.row_no`;
}

/** Only of those who have any: looking through all that is given costs eight times what asking costs. */
const attributesOf = (given: RawBuilder<unknown>) => sql`
  case when ${given} ?| ${sql.val([...EXTENSION_ATTRIBUTES])}::text[] then
    coalesce((select jsonb_object_agg(key, value) from jsonb_each(${given})
      where key like 'extensionAttribute%' and value <> '""'), '{}')
  else '{}' end`;

/** Changes what the rows change in the users themselves, but for the status. */
export async function updateUsers(tx: Tx, rows: Staged, now: Date): Promise<void> {
  const text = (column: string, field: string) =>
    sql`${sql.ref(column)} = case when r.changes ? ${sql.lit(field)} then r.given ->> ${sql.lit(field)} else u.${sql.ref(column)} end`;
  await sql`
    update users u set updated_at = ${now},
      ${text('family_name', 'familyName')}, ${text('given_name', 'givenName')}, ${text('department', 'department')},
      ${text('location', 'location')}, ${text('description', 'description')}, ${text('locale', 'locale')},
      ${text('timezone', 'timezone')},
      roles = case when r.changes ? 'roles' then array(select jsonb_array_elements_text(r.given -> 'roles')) else u.roles end,
      next_login_mail_address = case when r.changes ? 'nextLoginMailAddress' then null
        when r.changes ? 'loginMailAddress' then r.given ->> 'loginMailAddress' else u.next_login_mail_address end,
      login_mail_address = case when ${takesAddress} then null else u.login_mail_address end,
      default_login = u.default_login and not ${takesAddress},
      next_login_mail_address_expires_at = case when r.changes ?| array['loginMailAddress', 'nextLoginMailAddress'] then null
        else u.next_login_mail_address_expires_at end,
      extension_attributes = case when r.attributes is null then u.extension_attributes
        else (u.extension_attributes - r.attributes) || ${attributesOf(sql`r.given`)} end
    from (
      select r.*, (select array_agg(key) from jsonb_object_keys(r.changes) key where key like 'extensionAttribute%') as attributes
      from ${rows} r where r.kind = 'update') r
    where u.uuid = r.user_uuid`.execute(tx);
}

/** Makes the further mail addresses those that the rows give. */
export async function replaceMailAddresses(tx: Tx, rows: Staged): Promise<void> {
  await sql`
    delete from user_mail_addresses where user_uuid in (
      select r.user_uuid from ${rows} r where r.kind = 'update' and r.changes ? 'mailAddresses')`.execute(tx);
  await sql`
    insert into user_mail_addresses (tenant_id, user_uuid, position, mail_address)
    select current_tenant(), r.user_uuid, m.place - 1, m.address
    from ${rows} r cross join lateral jsonb_array_elements_text(r.given -> 'mailAddresses') with ordinality as m (address, place)
    where (r.kind = 'create' and r.given ? 'mailAddresses') or (r.kind = 'update' and r.changes ? 'mailAddresses')`.execute(
    tx,
  );
}

/** Makes the direct memberships those that the rows give. */
export async function replaceGroups(tx: Tx, rows: Staged): Promise<void> {
  await sql`
    delete from group_users where user_uuid in (
      select r.user_uuid from ${rows} r where r.kind = 'update' and r.changes ? 'groups')`.execute(tx);
  await sql`
    insert into group_users (tenant_id, group_uuid, user_uuid, user_id_key)
    select current_tenant(), g.uuid, r.user_uuid, lower(r.user_id)
    from ${rows} r cross join lateral jsonb_array_elements_text(r.given -> 'groups') as wanted
    join groups g on g.group_id_key = wanted
    where (r.kind = 'create' and r.given ? 'groups') or (r.kind = 'update' and r.changes ? 'groups')`.execute(tx);
}

/** Whom the rows restore, for `restoreUsers`. */
export const restoredBy = (rows: Staged) =>
  sql`(select r.user_uuid as uuid, r.user_id, true as keeps_address from ${rows} r where r.kind = 'restore')`;

export const isRestoring = async (tx: Tx, rows: Staged): Promise<boolean> =>
  (await sql`select from ${rows} r where r.kind = 'restore' limit 1`.execute(tx)).rows.length > 0;

/** The rows whose users did not come back: somebody has their user id since. */
export async function findMissing(tx: Tx, rows: Staged, there: readonly string[]): Promise<number[]> {
  const { rows: missing } = await sql<{ row_no: number }>`
    select r.row_no from ${rows} r where r.kind = 'restore' and r.user_uuid <> all (${there}::uuid[])`.execute(tx);
  return missing.map(({ row_no }) => row_no);
}

/** Whom the rows delete. */
export const deletedBy = (rows: Staged) => sql`select r.user_uuid from ${rows} r where r.kind = 'delete'`;

/** Whom the rows switch off, and whom they switch on. */
export async function findSwitched(tx: Tx, rows: Staged): Promise<{ uuid: string; status: string }[]> {
  const found = await sql<{ uuid: string; status: string }>`
    select r.user_uuid as uuid, r.given ->> 'status' as status from ${rows} r
    where r.kind = 'update' and r.changes ? 'status'`.execute(tx);
  return found.rows;
}

/** Whose login mail address the rows change, and who loses the one to sign in with. */
export async function findReaddressed(tx: Tx, rows: Staged): Promise<{ uuid: string; loses: boolean }[]> {
  const found = await sql<{ uuid: string; loses: boolean }>`
    select u.uuid, ${takesAddress} and u.login_mail_address is not null as loses
    from ${rows} r join users u on u.uuid = r.user_uuid
    where r.kind = 'update' and r.changes ?| array['loginMailAddress', 'nextLoginMailAddress'] order by u.uuid`.execute(
    tx,
  );
  return found.rows;
}

/** Whom the rows make administrators. */
export async function findNewAdministrators(tx: Tx, rows: Staged): Promise<{ uuid: string; userId: string }[]> {
  const found = await sql<{ uuid: string; userId: string }>`
    select r.user_uuid as uuid, r.user_id as "userId" from ${rows} r where ${givesRights} order by r.row_no`.execute(
    tx,
  );
  return found.rows;
}

/** The rows that take an administrator's rights or account, or the address to sign in with. */
export async function findLosses(tx: Tx, rows: Staged): Promise<number[]> {
  const found = await sql<{ row_no: number }>`
    select r.row_no from ${rows} r join users u on u.uuid = r.user_uuid
    where r.kind in ('update', 'delete') and ${mayLoseAdministrator(sql`r.kind`, sql`r.changes`)}`.execute(tx);
  return found.rows.map(({ row_no }) => row_no);
}

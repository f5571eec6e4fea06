import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Changes } from '../../platform/events/write.ts';
import { goneFields } from '../users/log-fields.ts';
import type { DeletedUsers } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

/** The tables whose rows come back with a user as they were. Group memberships and licences come back by rules of their own. */
export const kept = [
  'user_mail_addresses',
  'user_passwords',
  'password_history',
  'recovery_codes',
  'onpremise_accounts',
  'openid_provider_accounts',
  'saml_name_ids',
  'oauth_client_users',
  'sign_in_guards',
  'terms_acceptances',
] as const;

/** What ends with the account, restored or not: what is open, what was mailed, and what apps were allowed. */
export const ended = [
  'sessions',
  'saml_provider_sessions',
  'pending_sign_ins',
  'federated_requests',
  'one_time_codes',
  'oauth_artifacts',
  'oauth_consents',
  'app_requests',
  'registration_mails',
  // Roles in the whole tenant come back with `users.roles`; those for the people of a group are given anew.
  'role_grants',
  // A source provides the user anew; who is restored meanwhile is the tenant's own.
  'source_users',
] as const;

/** Kept otherwise: sealed, or as what is left of them when the user is restored. */
export const keptOtherwise = ['totps', 'group_users', 'license_users', 'last_uses'] as const;

const rowsIn = (table: string, owner: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(to_jsonb(t)), '[]') from ${sql.table(table)} t
    where t.tenant_id = u.tenant_id and ${owner} = u.uuid)`;

const generated = sql`(select array_agg(a.attname::text) from pg_attribute a
  where a.attrelid = 'users'::regclass and a.attgenerated <> '')`;

const belongings = sql`jsonb_build_object(${sql.join(
  [...kept, 'license_users', 'last_uses'].flatMap((table) => [
    sql.lit(table),
    rowsIn(table, sql.ref(table === 'sign_in_guards' ? 't.uuid' : 't.user_uuid')),
  ]),
)}, 'groups', (select coalesce(jsonb_agg(m.group_uuid), '[]') from group_users m
    where m.tenant_id = u.tenant_id and m.user_uuid = u.uuid))`;

/** Moves users who are held to the bin; their live rows go (foreign keys). Answers what the log keeps of each. */
export async function moveToBin(
  tx: Tx,
  uuids: RawBuilder<unknown>,
  { by, now, expiresAt }: { by: string; now: Date; expiresAt: Date },
): Promise<Map<string, Changes>> {
  const which = sql`u.uuid = any (array(${uuids}))`;
  await sql`
    insert into deleted_users (tenant_id, uuid, user_id, family_name, given_name, roles, login_mail_address, deleted_at,
      deleted_by, expires_at, account, belongings)
    select u.tenant_id, u.uuid, u.user_id, u.family_name, u.given_name, u.roles,
      coalesce(u.login_mail_address, u.next_login_mail_address), ${now}, ${by}, ${expiresAt},
      to_jsonb(u) - ${generated} || jsonb_build_object('logined_at', (
        select nullif(l.signed_in_at, '-infinity') from last_sign_ins l where l.tenant_id = u.tenant_id and l.uuid = u.uuid)),
      ${belongings}
    from users u where ${which}`.execute(tx);
  await sql`
    insert into deleted_totps (tenant_id, uuid, user_uuid, sealed_secret, enabled, last_step, created_at, activated_at, wrong_count)
    select u.tenant_id, u.uuid, u.user_uuid, u.sealed_secret, u.enabled, u.last_step, u.created_at, u.activated_at, u.wrong_count
    from totps u where u.user_uuid = any (array(${uuids}))`.execute(tx);
  const { rows } = await sql<{ uuid: string; gone: Changes }>`
    delete from users u where ${which} returning u.uuid, ${goneFields} as gone`.execute(tx);
  return new Map(rows.map(({ uuid, gone }) => [uuid, gone]));
}

export type BinnedRow = Pick<
  Selectable<DeletedUsers>,
  | 'uuid'
  | 'user_id'
  | 'family_name'
  | 'given_name'
  | 'roles'
  | 'login_mail_address'
  | 'deleted_at'
  | 'deleted_by'
  | 'expires_at'
>;

const shown = sql`d.uuid, d.user_id, d.family_name, d.given_name, d.roles, d.login_mail_address, d.deleted_at, d.deleted_by,
  d.expires_at`;

const meets = (text: string | undefined, now: Date) =>
  sql`d.expires_at > ${now} ${
    text === undefined
      ? sql``
      : sql`and position(${text.toLowerCase()} in lower(concat_ws(chr(10), d.user_id, d.family_name || ' ' || d.given_name,
        d.given_name || ' ' || d.family_name, d.login_mail_address))) > 0`
  }`;

export interface Place {
  text: string | undefined;
  /** Where one of them is or was, and whether those before it are asked for. */
  from: { at: Date; uuid: string; back: boolean } | undefined;
  limit: number;
  now: Date;
}

/** Newest first, behind one of them or before it. */
export async function listBinned(tx: Tx, { text, from, limit, now }: Place): Promise<BinnedRow[]> {
  const back = from?.back === true;
  const beyond = from
    ? sql`and (d.deleted_at, d.uuid) ${sql.raw(back ? '>' : '<')} (${from.at}::timestamptz, ${from.uuid}::uuid)`
    : sql``;
  const way = sql.raw(back ? 'asc' : 'desc');
  const { rows } = await sql<BinnedRow>`
    select ${shown} from deleted_users d where ${meets(text, now)} ${beyond}
    order by d.deleted_at ${way}, d.uuid ${way} limit ${limit}`.execute(tx);
  return back ? rows.reverse() : rows;
}

/** How many there are, counted up to `most`. */
export async function countBinned(tx: Tx, text: string | undefined, most: number, now: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (
      select from deleted_users d where ${meets(text, now)} limit ${most}) counted`.execute(tx);
  return rows[0]?.total ?? 0;
}

/**
 * Holds the tenant where it has a limit of users: before any deleted user is held, as whoever carries an undo out does, so
 * that the two never wait for each other.
 */
export async function holdLimit(tx: Tx): Promise<void> {
  await sql`select take_user_room()`.execute(tx);
}

/** One of them, held until the transaction ends. */
export async function holdBinned(tx: Tx, uuid: string, now: Date): Promise<BinnedRow | null> {
  const { rows } = await sql<BinnedRow>`
    select ${shown} from deleted_users d where d.uuid = ${uuid}::uuid and d.expires_at > ${now} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Deleted users to restore: a relation of `uuid`, `user_id text` and `keeps_address boolean`. */
export type Returning = RawBuilder<unknown>;

/** Makes the users `r` again, without what somebody else has meanwhile; answers who is there now. */
export async function putBack(tx: Tx, returning: Returning, now: Date): Promise<string[]> {
  const gone = sql`(select r.user_id as new_user_id, r.keeps_address, d.* from ${returning} r join deleted_users d on d.uuid = r.uuid)`;
  await sql`
    select put_back('users', (select coalesce(jsonb_agg(d.account || jsonb_build_object(
        'user_id', d.new_user_id, 'updated_at', ${now}::timestamptz, 'signed_out_at', ${now}::timestamptz)
      -- The link to an address that waited is worthless.
      || case when d.account ->> 'login_mail_address' is null then '{}'
        else '{"next_login_mail_address": null, "next_login_mail_address_expires_at": null}'::jsonb end
      || case when d.keeps_address then '{}'::jsonb else jsonb_build_object('login_mail_address', null,
        'next_login_mail_address', null, 'next_login_mail_address_expires_at', null, 'default_login', false) end
      -- Of an address one account is the default, in whichever tenant: the one chosen meanwhile stays it.
      || case when (d.account ->> 'default_login')::boolean and exists (
          select from find_accounts_of_address(d.account ->> 'login_mail_address') other where other.default_login)
        then '{"default_login": false}'::jsonb else '{}' end
      || case when d.account ->> 'source' = 'scim' then '{"source": "local"}'::jsonb else '{}' end
      || case when exists (select from users o where o.user_code_hash = (d.account ->> 'user_code_hash')::bytea)
        then '{"user_code_hash": null, "user_code_issued_at": null, "user_code_length": null}'::jsonb else '{}' end), '[]')
      from ${gone} d))`.execute(tx);
  const { rows } = await sql<{ uuid: string }>`
    select u.uuid from ${returning} r join users u on u.uuid = r.uuid`.execute(tx);
  return rows.map(({ uuid }) => uuid);
}

/** Gives users who are there again what belonged to them, as far as nobody else has it. */
export async function putBackBelongings(tx: Tx, uuids: readonly string[]): Promise<void> {
  const rowsOf = (table: string) => sql`(
    select coalesce(jsonb_agg(one), '[]') from deleted_users d
    cross join lateral jsonb_array_elements(d.belongings -> ${sql.lit(table)}) one where d.uuid = any (${uuids}::uuid[]))`;
  const all = kept.map((table) => sql`put_back(${sql.lit(table)}, ${rowsOf(table)})`);
  await sql`select ${sql.join(all)}`.execute(tx);
  await sql`
    insert into totps (tenant_id, uuid, user_uuid, sealed_secret, enabled, last_step, created_at, activated_at, wrong_count)
    select t.tenant_id, t.uuid, t.user_uuid, t.sealed_secret, t.enabled, t.last_step, t.created_at, t.activated_at, t.wrong_count
    from deleted_totps t where t.user_uuid = any (${uuids}::uuid[])`.execute(tx);
  await sql`
    insert into last_uses (tenant_id, user_uuid, license_id, used_at)
    select d.tenant_id, d.uuid, x.license_id, x.used_at
    from deleted_users d cross join lateral jsonb_to_recordset(d.belongings -> 'last_uses') x (license_id text, used_at timestamptz)
    where d.uuid = any (${uuids}::uuid[])
      and exists (select from licenses l where l.tenant_id = d.tenant_id and l.license_id = x.license_id)`.execute(tx);
}

export interface Joined {
  user_uuid: string;
  group_uuid: string;
}

/** Puts them into the groups they were in and that are still there. A source fills its groups by itself. */
export async function rejoinGroups(tx: Tx, uuids: readonly string[]): Promise<Joined[]> {
  const { rows } = await sql<Joined>`
    with there as (
      select g.uuid as group_uuid, u.uuid as user_uuid, u.user_id_key
      from deleted_users d join users u on u.uuid = d.uuid
      cross join lateral jsonb_array_elements_text(d.belongings -> 'groups') was (id)
      join groups g on g.uuid = was.id::uuid and g.source = 'local'
      where d.uuid = any (${uuids}::uuid[]) order by g.uuid for key share of g)
    insert into group_users (tenant_id, group_uuid, user_uuid, user_id_key)
    select current_tenant(), group_uuid, user_uuid, user_id_key from there
    returning user_uuid, group_uuid`.execute(tx);
  return rows;
}

/**
 * Gives them the licences they had named to them, and the exceptions from a rule for all, where the rule is still the
 * same: in the order of their user ids, as long as there are seats. The licences are held, so that seats are taken by one
 * transaction at a time.
 */
export async function reassignLicenses(tx: Tx, uuids: readonly string[]): Promise<void> {
  const had = sql`(
    select u.uuid, u.user_id_key, u.roles, h.license_id, h.generation, h.permitted
    from deleted_users d join users u on u.uuid = d.uuid
    cross join lateral jsonb_to_recordset(d.belongings -> 'license_users') h (license_id text, generation integer, permitted boolean)
    where d.uuid = any (${uuids}::uuid[]))`;
  await sql`
    select from licenses l where l.license_id = any (array(select h.license_id from ${had} h))
    order by l.license_id for update`.execute(tx);
  await sql`
    insert into license_users (tenant_id, user_uuid, license_id, generation, permitted, counts)
    select current_tenant(), uuid, license_id, generation, permitted, counts from (
      select h.*, l.volume, c.counts, (select s.used from license_use s where s.license_id = h.license_id) as used,
        sum(case when c.counts and h.permitted then 1 else 0 end) over (partition by h.license_id order by h.user_id_key) as place
      from ${had} h join licenses l on l.license_id = h.license_id and l.generation = h.generation and l.volume_type = 'user'
      cross join lateral (select is_available_to(l.available_roles, h.roles) as counts) c) wanted
    where not permitted or not counts or used + place <= volume`.execute(tx);
}

export interface Left {
  uuid: string;
  /** The licences that were named and are not any more. */
  licenses: string[];
  /** How many groups there are no more. */
  groups: number;
  /** Whether the PIN is somebody else's meanwhile. */
  user_code: boolean;
  /** How many cards and accounts are somebody else's meanwhile. */
  accounts: number;
}

/** What users could not be given again. */
export async function readLeft(tx: Tx, uuids: readonly string[]): Promise<Left[]> {
  const lost = (table: 'onpremise_accounts' | 'openid_provider_accounts') => sql`(
    jsonb_array_length(d.belongings -> ${sql.lit(table)}) - (select count(*) from ${sql.table(table)} t where t.user_uuid = d.uuid))`;
  const { rows } = await sql<Left>`
    select d.uuid,
      array(select h.license_id from jsonb_to_recordset(d.belongings -> 'license_users') h
          (license_id text, generation integer, permitted boolean)
        where h.permitted and not exists (select from license_users p where p.user_uuid = d.uuid
          and p.license_id = h.license_id and p.generation = h.generation) order by 1) as licenses,
      (jsonb_array_length(d.belongings -> 'groups') - (select count(*) from group_users m where m.user_uuid = d.uuid))::integer as groups,
      d.account ->> 'user_code_hash' is not null and u.user_code_hash is null as user_code,
      (${lost('onpremise_accounts')} + ${lost('openid_provider_accounts')})::integer as accounts
    from deleted_users d join users u on u.uuid = d.uuid where d.uuid = any (${uuids}::uuid[])`.execute(tx);
  return rows;
}

/** Forgets deleted users: they are there again, or gone for good. */
export async function forget(tx: Tx, uuids: readonly string[]): Promise<void> {
  await sql`delete from deleted_users where uuid = any (${uuids}::uuid[])`.execute(tx);
}

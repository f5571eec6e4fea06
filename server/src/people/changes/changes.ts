import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { EXTENSION_ATTRIBUTES } from '#contract/limits.ts';
import { eachText, type UserText, userTextNames } from '#contract/people/user-texts.ts';
import type { UserSource } from '#contract/people/users-source.ts';
import { named, send } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { columnOf, textColumns, textPairs } from './texts.ts';

/**
 * The only file that inserts users and updates what describes them (one-writer.unit.test.ts). Each statement reads its
 * rows from any relation (`Staged`): the stage of an import, a list of users, or the single row of a form.
 */

/**
 * Staged changes of users as a relation for a `from` clause: `row_no integer`, `kind text` (create, update, delete, or
 * restore for a deleted user; other rows are skipped), `user_id text`, `user_uuid uuid` (existing or new), `given jsonb` (in
 * the form of `userState`), `changes jsonb` ({field: {before, after}}, for an update) and `before jsonb` (the whole state, for
 * an update or deletion).
 */
export type Staged = RawBuilder<unknown>;

/** The values of a row by field. Fields that are left out stay unchanged, or empty for a new user. */
export interface Given extends Partial<Record<UserText, string | undefined>> {
  familyName?: string | undefined;
  givenName?: string | undefined;
  /** `active` reactivates; a user who had not registered when deactivated becomes `registering` again. */
  status?: 'registering' | 'active' | 'inactive' | undefined;
  roles?: readonly string[] | undefined;
  locale?: string | null | undefined;
  timezone?: string | null | undefined;
  /** Pending until its owner confirms it; null removes the sign-in address and a pending one. */
  loginMailAddress?: string | null | undefined;
  /** Removes the pending address. */
  nextLoginMailAddress?: null | undefined;
  /** Expiry of the link that confirms the pending address. */
  linkUntil?: Date | null | undefined;
  /** A sign-in address without confirmation. */
  signInMailAddress?: string | null | undefined;
  /** The same, known to reach its owner. */
  provenMailAddress?: string | undefined;
  mailAddresses?: readonly string[] | undefined;
  /** Group IDs, lower-case. */
  groups?: readonly string[] | undefined;
  /** Data of applications; keys that are left out stay unchanged. */
  appExtension?: Record<string, unknown> | undefined;
  /** Who manages the account; new users are `local` unless stated. */
  source?: UserSource | undefined;
  [extensionAttribute: `extensionAttribute${number}`]: string | undefined;
}

/**
 * The state of a user `u` by the columns of a file (`contract/…/user-imports-fields.ts`): lists sorted like those read from
 * files, extension attributes as fields of their own, missing ones left out.
 */
export const userState = sql`
  jsonb_build_object(
    'familyName', u.family_name, 'givenName', u.given_name, 'status', u.status,
    'roles', (select jsonb_agg(role order by role collate "C") from unnest(u.roles) role),
    'loginMailAddress', coalesce(u.login_mail_address, u.next_login_mail_address),
    'mailAddresses', to_jsonb(string_to_array(nullif(u.other_mail_addresses, ''), chr(10))),
    ${textPairs((column) => sql.ref(`u.${column}`))}, 'locale', u.locale, 'timezone', u.timezone,
    'groups', (select coalesce(jsonb_agg(g.group_id_key order by g.group_id_key collate "C"), '[]')
      from group_users gu join groups g on g.tenant_id = gu.tenant_id and g.uuid = gu.group_uuid
      where gu.tenant_id = u.tenant_id and gu.user_uuid = u.uuid))
  || u.extension_attributes`;

/** The value of a field in a state; a missing extension attribute is an empty text, missing addresses an empty list. */
export const stateValue = (state: RawBuilder<unknown>, key: RawBuilder<unknown>) =>
  sql`case ${key} when 'mailAddresses' then coalesce(nullif(${state} -> 'mailAddresses', 'null'), '[]')
    else coalesce(${state} -> ${key}, '""') end`;

export const takesAddressBy = (changes: RawBuilder<unknown>) =>
  sql`coalesce(${changes} #> '{loginMailAddress,after}' = 'null', false)`;

/** True if an update `r` leaves the user without a sign-in address and without a pending one. */
export const takesAddress = takesAddressBy(sql`r.changes`);

/** A changed, new or restored user as a relation of one row. `changes`: what differs from before, if it is known. */
export function oneRow(
  kind: 'create' | 'update' | 'restore',
  user: { uuid: string; userId?: string },
  given: Given,
  changes?: Readonly<Record<string, unknown>>,
): Staged {
  const values = Object.entries(given).filter(([, value]) => value !== undefined);
  const told = changes ?? Object.fromEntries(values.map(([field, after]) => [field, { after }]));
  return sql`(select 0 as row_no, ${kind}::text as kind, ${user.userId ?? null}::text as user_id, ${user.uuid}::uuid as user_uuid,
    ${JSON.stringify(Object.fromEntries(values))}::jsonb as given, ${JSON.stringify(told)}::jsonb as changes)`;
}

/** The same change for many users. `users`: a select of their `user_uuid` and any other columns that the caller needs. */
export function sameForAll(users: RawBuilder<unknown>, given: Given): Staged {
  const changes = Object.fromEntries(Object.entries(given).map(([field, after]) => [field, { after }]));
  return sql`(select 'update'::text as kind, one.*, ${JSON.stringify(given)}::jsonb as given, ${JSON.stringify(changes)}::jsonb as changes
    from (${users}) one)`;
}

const value = (field: string) => sql`r.given ->> ${sql.lit(field)}`;
const list = (field: string) => sql`array(select jsonb_array_elements_text(r.given -> ${sql.lit(field)}))`;

/** Checks for any first: scanning all given fields costs eight times as much as the check. */
const attributesOf = sql`
  case when r.given ?| array[${sql.join(EXTENSION_ATTRIBUTES.map(sql.lit))}] then
    coalesce((select jsonb_object_agg(key, value) from jsonb_each(r.given)
      where key like 'extensionAttribute%' and value <> '""'), '{}')
  else '{}' end`;

/** Inserts the users of `create` rows. A taken ID or address (`duplicated_params_…`) fails the statement. */
export function inserting(rows: Staged, now: Date): RawBuilder<unknown> {
  const text = (field: string) => sql`coalesce(${value(field)}, '')`;
  return sql`
    insert into users (tenant_id, uuid, user_id, family_name, given_name, status, roles, ${textColumns}, locale, timezone, next_login_mail_address, login_mail_address, proven_mail_address,
      other_mail_addresses, extension_attributes, source, created_at, updated_at)
    select current_tenant(), r.user_uuid, r.user_id, ${text('familyName')}, ${text('givenName')},
      coalesce(${value('status')}, 'registering'), case when r.given ? 'roles' then ${list('roles')} else '{User}' end,
      ${sql.join(userTextNames.map(text))}, ${value('locale')}, ${value('timezone')},
      ${value('loginMailAddress')}, coalesce(${value('provenMailAddress')}, ${value('signInMailAddress')}),
      ${value('provenMailAddress')}, coalesce(array_to_string(${list('mailAddresses')}, chr(10)), ''),
      ${attributesOf}, coalesce(${value('source')}, 'local'), ${now}, ${now}
    from ${rows} r where r.kind = 'create' order by r.row_no`;
}

const changes = (field: string) => sql`r.changes ? ${sql.lit(field)}`;
const column = (name: string, field: string, becomes: RawBuilder<unknown> = value(field)) =>
  sql`${sql.ref(name)} = case when ${changes(field)} then ${becomes} else u.${sql.ref(name)} end`;

const switches = sql`(${changes('status')})`;
const isSwitchedOn = sql`(${switches} and u.status = 'inactive' and r.given ->> 'status' = 'active')`;
const comesBack = (name: string, blank: RawBuilder<unknown>) =>
  sql`${sql.ref(name)} = case when ${isSwitchedOn} then ${blank} else u.${sql.ref(name)} end`;

const proven = sql`coalesce(r.changes ? 'provenMailAddress', false)`;

/** Assignments by part of a row. */
const parts = {
  familyName: [column('family_name', 'familyName')],
  givenName: [column('given_name', 'givenName')],
  roles: [column('roles', 'roles', list('roles'))],
  ...eachText((text) => [column(columnOf(text), text)]),
  locale: [column('locale', 'locale')],
  timezone: [column('timezone', 'timezone')],
  // Reactivation resets the failure counters.
  status: [
    sql`status = case when not ${switches} then u.status
      when ${isSwitchedOn} and u.was_registering then 'registering' else r.given ->> 'status' end`,
    sql`was_registering = case when not ${switches} then u.was_registering
      else r.given ->> 'status' = 'inactive' and (u.status = 'registering' or u.status = 'inactive' and u.was_registering) end`,
    comesBack('failed_count', sql`0`),
    comesBack('failed_since', sql`null`),
    comesBack('failed_streak', sql`0`),
    comesBack('locked_until', sql`null`),
  ],
  // A new sign-in address was not chosen as the default account of anybody.
  address: [
    sql`next_login_mail_address = case when r.changes ?| array['nextLoginMailAddress', 'provenMailAddress'] then null
      when ${changes('loginMailAddress')} then ${value('loginMailAddress')} else u.next_login_mail_address end`,
    sql`login_mail_address = case when ${takesAddress} then null when ${proven} then ${value('provenMailAddress')}
      else u.login_mail_address end`,
    sql`proven_mail_address = case when ${proven} then ${value('provenMailAddress')} else u.proven_mail_address end`,
    sql`default_login = u.default_login and not ${takesAddress} and not ${proven}`,
    sql`next_login_mail_address_expires_at = case when ${changes('linkUntil')} then (${value('linkUntil')})::timestamptz
      when r.changes ?| array['loginMailAddress', 'nextLoginMailAddress', 'provenMailAddress'] then null
      else u.next_login_mail_address_expires_at end`,
  ],
  extensionAttributes: [
    sql`extension_attributes = case when r.attributes is null then u.extension_attributes
      else (u.extension_attributes - r.attributes) || ${attributesOf} end`,
  ],
  appExtension: [
    sql`app_extension = case when ${changes('appExtension')} then u.app_extension || (r.given -> 'appExtension') else u.app_extension end`,
  ],
  source: [column('source', 'source')],
};
type Part = keyof typeof parts;

/** The parts that a file can change. */
export const partsOfFile = (Object.keys(parts) as Part[]).filter(
  (part) => part !== 'appExtension' && part !== 'source',
);

const addressFields = new Set(['loginMailAddress', 'nextLoginMailAddress', 'linkUntil', 'provenMailAddress']);

function partOf(field: string): Part | null {
  if (addressFields.has(field)) return 'address';
  if (field.startsWith('extensionAttribute')) return 'extensionAttributes';
  return field in parts ? (field as Part) : null;
}

/** The parts that fields belong to. */
export const partsOfFields = (fields: readonly string[]): Part[] => [
  ...new Set(fields.map(partOf).filter((part) => part !== null)),
];

/**
 * Updates users by `update` rows, only the given parts. `now` sets `updated_at`; leave it out for changes that users should
 * not see. `where`: an additional condition on the user `u`.
 */
export function updating(
  rows: Staged,
  wanted: readonly Part[],
  { now, where }: { now?: Date | undefined; where?: RawBuilder<SqlBool> | undefined } = {},
): RawBuilder<unknown> {
  const set = wanted.flatMap((part) => parts[part]);
  const attributes = sql`(select r.*, (
    select array_agg(key) from jsonb_object_keys(r.changes) key where key like 'extensionAttribute%') as attributes
    from ${rows} r where r.kind = 'update')`;
  const from = wanted.includes('extensionAttributes') ? attributes : rows;
  return sql`
    update users u set ${sql.join(now === undefined ? set : [sql`updated_at = ${now}`, ...set])}
    from ${from} r where r.kind = 'update' and u.uuid = r.user_uuid ${where === undefined ? sql`` : sql`and ${where}`}`;
}

/** Inserts one user, pipelined with the next statement, which reads the user. */
export async function insertOne(
  tx: Tx,
  user: { uuid: string; userId: string },
  given: Given,
  now: Date,
): Promise<void> {
  const row = oneRow('create', user, given);
  await send(tx, named('insert_user', inserting(row, now)));
  if (given.mailAddresses && given.mailAddresses.length > 0)
    await send(tx, named('give_addresses', givingAddresses(row)));
  if (given.groups && given.groups.length > 0) await send(tx, joiningGroups(row));
}

/** Puts one user into exactly these groups, by their IDs in lower case. */
export async function moveOne(
  tx: Tx,
  user: { uuid: string; userId: string },
  groups: readonly string[],
): Promise<void> {
  const row = oneRow('update', user, { groups });
  await send(tx, leavingGroups(row));
  await send(tx, joiningGroups(row));
}

/** Updates one user, except groups (`moveOne`). A violated constraint (`last_administrator`, …) fails the transaction. */
export async function updateOne(tx: Tx, uuid: string, given: Given, now?: Date): Promise<void> {
  const row = oneRow('update', { uuid }, given);
  const fields = Object.keys(given).filter((field) => given[field as keyof Given] !== undefined);
  const wanted = partsOfFields(fields);
  // Most edits are of one part. Names for all combinations would fill the connections.
  const name = wanted.length === 1 && now ? `update_user_${wanted[0]}` : undefined;
  if (wanted.length > 0 || now) await send(tx, named(name, updating(row, wanted, { now })));
  if (!given.mailAddresses) return;
  await send(tx, forgettingAddresses(row));
  await send(tx, named('give_addresses', givingAddresses(row)));
}

const gives = (field: string) =>
  sql`(r.kind = 'create' and r.given ? ${sql.lit(field)} or r.kind = 'update' and ${changes(field)})`;

/** Deletes the further email addresses of users who are given others. */
export const forgettingAddresses = (rows: Staged) => sql`
  delete from user_mail_addresses where user_uuid in (
    select r.user_uuid from ${rows} r where r.kind = 'update' and ${changes('mailAddresses')})`;

/** Inserts the further email addresses. */
export const givingAddresses = (rows: Staged) => sql`
  insert into user_mail_addresses (tenant_id, user_uuid, position, mail_address)
  select current_tenant(), r.user_uuid, m.place - 1, m.address
  from ${rows} r cross join lateral jsonb_array_elements_text(r.given -> 'mailAddresses') with ordinality as m (address, place)
  where ${gives('mailAddresses')}`;

/** Locks the groups that the rows list against deletion. */
export const keepingGroups = (rows: Staged) => sql`
  select from groups where group_id_key = any (array(
    select distinct jsonb_array_elements_text(r.given -> 'groups') from ${rows} r where r.kind in ('create', 'update')))
  order by uuid for key share`;

/** Deletes memberships that the rows do not list. */
export const leavingGroups = (rows: Staged) => sql`
  delete from group_users m using ${rows} r
  where r.kind = 'update' and ${changes('groups')} and m.user_uuid = r.user_uuid and not exists (
    select from groups g where g.tenant_id = m.tenant_id and g.uuid = m.group_uuid and r.given -> 'groups' ? g.group_id_key)`;

/** Inserts the memberships that the rows list, except existing ones. */
export const joiningGroups = (rows: Staged) => sql`
  insert into group_users (tenant_id, group_uuid, user_uuid, user_id_key)
  select current_tenant(), g.uuid, r.user_uuid, lower(r.user_id)
  from ${rows} r cross join lateral jsonb_array_elements_text(r.given -> 'groups') as wanted
  join groups g on g.group_id_key = wanted
  where ${gives('groups')} on conflict do nothing`;

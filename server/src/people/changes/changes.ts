import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { EXTENSION_ATTRIBUTES } from '#contract/limits.ts';
import { eachText, type UserText, userTextNames } from '#contract/people/user-texts.ts';
import { named, send } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type Staged, takesAddress } from './source.ts';
import { columnOf, textColumns } from './texts.ts';

/**
 * The one place where users are made, and where what describes them is changed (one-writer.unit.test.ts). Each statement takes
 * its rows from any relation (`Staged`): the stage of an import, a list of users, or the one row of a form.
 */

/** What a row gives, by the names of the fields. What is not named stays; of a new user it is empty. */
export interface Given extends Partial<Record<UserText, string | undefined>> {
  familyName?: string | undefined;
  givenName?: string | undefined;
  /** `inactive` switches off, `active` switches on or registers; who had not registered is to register again. */
  status?: 'registering' | 'active' | 'inactive' | undefined;
  roles?: readonly string[] | undefined;
  locale?: string | null | undefined;
  timezone?: string | null | undefined;
  /** Waits until its owner confirms it; null gives up the one to sign in with, and one that waits. */
  loginMailAddress?: string | null | undefined;
  /** Gives up the address that waits. */
  nextLoginMailAddress?: null | undefined;
  /** Until when the link to the address that waits can be followed. */
  linkUntil?: Date | null | undefined;
  /** An address to sign in with from now on. */
  signInMailAddress?: string | null | undefined;
  /** The same, of which it is known that mail reaches its owner there. */
  provenMailAddress?: string | undefined;
  mailAddresses?: readonly string[] | undefined;
  /** Group ids, lower-cased. */
  groups?: readonly string[] | undefined;
  /** What applications keep: keys that are not named stay. */
  appExtension?: Record<string, unknown> | undefined;
  [extensionAttribute: `extensionAttribute${number}`]: string | undefined;
}

/** A change of one user, or a new one, as a relation of one row. */
export function oneRow(kind: 'create' | 'update', user: { uuid: string; userId?: string }, given: Given): Staged {
  const values = Object.entries(given).filter(([, value]) => value !== undefined);
  const changes = Object.fromEntries(values.map(([field, after]) => [field, { after }]));
  return sql`(select 0 as row_no, ${kind}::text as kind, ${user.userId ?? null}::text as user_id, ${user.uuid}::uuid as user_uuid,
    ${JSON.stringify(Object.fromEntries(values))}::jsonb as given, ${JSON.stringify(changes)}::jsonb as changes)`;
}

/** The same change of many users. `users`: a select of their `user_uuid`, and of what else is asked of the rows. */
export function sameForAll(users: RawBuilder<unknown>, given: Given): Staged {
  const changes = Object.fromEntries(Object.entries(given).map(([field, after]) => [field, { after }]));
  return sql`(select 'update'::text as kind, one.*, ${JSON.stringify(given)}::jsonb as given, ${JSON.stringify(changes)}::jsonb as changes
    from (${users}) one)`;
}

const value = (field: string) => sql`r.given ->> ${sql.lit(field)}`;
const list = (field: string) => sql`array(select jsonb_array_elements_text(r.given -> ${sql.lit(field)}))`;

/** Only of those who have any: looking through all that is given costs eight times what asking costs. */
const attributesOf = sql`
  case when r.given ?| ${sql.val([...EXTENSION_ATTRIBUTES])}::text[] then
    coalesce((select jsonb_object_agg(key, value) from jsonb_each(r.given)
      where key like 'extensionAttribute%' and value <> '""'), '{}')
  else '{}' end`;

/** Makes the users of rows that are to `create`. What is taken (`duplicated_params_…`) fails the statement. */
export function inserting(rows: Staged, now: Date): RawBuilder<unknown> {
  const text = (field: string) => sql`coalesce(${value(field)}, '')`;
  return sql`
    insert into users (tenant_id, uuid, user_id, family_name, given_name, status, roles, ${textColumns}, locale, timezone, next_login_mail_address, login_mail_address, proven_mail_address,
      other_mail_addresses, extension_attributes, created_at, updated_at)
    select current_tenant(), r.user_uuid, r.user_id, ${text('familyName')}, ${text('givenName')},
      coalesce(${value('status')}, 'registering'), case when r.given ? 'roles' then ${list('roles')} else '{User}' end,
      ${sql.join(userTextNames.map(text))}, ${value('locale')}, ${value('timezone')},
      ${value('loginMailAddress')}, coalesce(${value('provenMailAddress')}, ${value('signInMailAddress')}),
      ${value('provenMailAddress')}, coalesce(array_to_string(${list('mailAddresses')}, chr(10)), ''),
      ${attributesOf}, ${now}, ${now}
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

/** What each part of a row changes in the user's row. */
const parts = {
  familyName: [column('family_name', 'familyName')],
  givenName: [column('given_name', 'givenName')],
  roles: [column('roles', 'roles', list('roles'))],
  ...eachText((text) => [column(columnOf(text), text)]),
  locale: [column('locale', 'locale')],
  timezone: [column('timezone', 'timezone')],
  // Who is switched on starts counting failures anew.
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
  // Of another address to sign in with nobody chose the default account.
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
};
type Part = keyof typeof parts;

/** What a file can change in the users' rows. */
export const partsOfFile = (Object.keys(parts) as Part[]).filter((part) => part !== 'appExtension');

const addressFields = new Set(['loginMailAddress', 'nextLoginMailAddress', 'linkUntil', 'provenMailAddress']);

function partOf(field: string): Part | null {
  if (addressFields.has(field)) return 'address';
  if (field.startsWith('extensionAttribute')) return 'extensionAttributes';
  return field in parts ? (field as Part) : null;
}

/**
 * Changes users by rows that are to `update`: the named parts of them, where a row changes something of it. `now`: when the
 * users say they were changed; left out where the portal only notes something. `where`: what must hold of the user `u`.
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

/** Makes one user; nothing waits for it: what comes next reads the user. */
export async function insertOne(
  tx: Tx,
  user: { uuid: string; userId: string },
  given: Given,
  now: Date,
): Promise<void> {
  const row = oneRow('create', user, given);
  await send(tx, named('insert_user', inserting(row, now)));
  if (given.mailAddresses && given.mailAddresses.length > 0) await send(tx, givingAddresses(row));
}

/** Changes what describes one user, all but the groups. What forbids it (`last_administrator`, …) fails the transaction. */
export async function updateOne(tx: Tx, uuid: string, given: Given, now?: Date): Promise<void> {
  const row = oneRow('update', { uuid }, given);
  const named = Object.keys(given).filter((field) => given[field as keyof Given] !== undefined);
  const wanted = new Set(named.map(partOf).filter((part) => part !== null));
  if (wanted.size > 0 || now) await send(tx, updating(row, [...wanted], { now }));
  if (!given.mailAddresses) return;
  await send(tx, forgettingAddresses(row));
  await send(tx, givingAddresses(row));
}

const gives = (field: string) =>
  sql`(r.kind = 'create' and r.given ? ${sql.lit(field)} or r.kind = 'update' and ${changes(field)})`;

/** Takes away the further mail addresses of users whom the rows give others. */
export const forgettingAddresses = (rows: Staged) => sql`
  delete from user_mail_addresses where user_uuid in (
    select r.user_uuid from ${rows} r where r.kind = 'update' and ${changes('mailAddresses')})`;

/** Writes the further mail addresses that the rows give. */
export const givingAddresses = (rows: Staged) => sql`
  insert into user_mail_addresses (tenant_id, user_uuid, position, mail_address)
  select current_tenant(), r.user_uuid, m.place - 1, m.address
  from ${rows} r cross join lateral jsonb_array_elements_text(r.given -> 'mailAddresses') with ordinality as m (address, place)
  where ${gives('mailAddresses')}`;

/** Takes users out of the groups that their rows do not give. */
export const leavingGroups = (rows: Staged) => sql`
  delete from group_users m using ${rows} r
  where r.kind = 'update' and ${changes('groups')} and m.user_uuid = r.user_uuid and not exists (
    select from groups g where g.tenant_id = m.tenant_id and g.uuid = m.group_uuid and r.given -> 'groups' ? g.group_id_key)`;

/** Puts users into the groups that their rows give, where they are not in already. */
export const joiningGroups = (rows: Staged) => sql`
  insert into group_users (tenant_id, group_uuid, user_uuid, user_id_key)
  select current_tenant(), g.uuid, r.user_uuid, lower(r.user_id)
  from ${rows} r cross join lateral jsonb_array_elements_text(r.given -> 'groups') as wanted
  join groups g on g.group_id_key = wanted
  where ${gives('groups')} on conflict do nothing`;

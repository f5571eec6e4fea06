import { type RawBuilder, sql } from 'kysely';
import { textPairs } from './texts.ts';

/**
 * Rows about users that a feature has staged in a table of its own, as a relation to put behind `from`:
 * `row_no integer`, `kind text` (create, update, delete, or restore: a deleted user as they were; others are passed over), `user_id text`, `user_uuid uuid` (who is
 * there, or who will be), `given jsonb` (as `userState` has it), `changes jsonb` ({field: {before, after}}, of an update)
 * and `before jsonb` (the whole state, of an update or deletion). A row of it is never seen outside the database.
 */
export type Staged = RawBuilder<unknown>;

/**
 * A user `u` as a file tells of one: the fields of `contract/…/user-imports-fields.ts`, lists sorted as files are read,
 * extension attributes beside the others, those not there left out.
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

/** The state's value of a field; an extension attribute that is not there is an empty text, no addresses an empty list. */
export const stateValue = (state: RawBuilder<unknown>, key: RawBuilder<unknown>) =>
  sql`case ${key} when 'mailAddresses' then coalesce(nullif(${state} -> 'mailAddresses', 'null'), '[]')
    else coalesce(${state} -> ${key}, '""') end`;

export const takesAddressBy = (changes: RawBuilder<unknown>) =>
  sql`coalesce(${changes} #> '{loginMailAddress,after}' = 'null', false)`;

/** Whether an update `r` leaves the user without an address to sign in with, and without one that waits to be that. */
export const takesAddress = takesAddressBy(sql`r.changes`);

import { type RawBuilder, sql } from 'kysely';
import { textPairs } from './texts.ts';

/**
 * Staged changes of users as a relation for a `from` clause: `row_no integer`, `kind text` (create, update, delete, or
 * restore for a deleted user; other rows are skipped), `user_id text`, `user_uuid uuid` (existing or new), `given jsonb` (in
 * the form of `userState`), `changes jsonb` ({field: {before, after}}, for an update) and `before jsonb` (the whole state, for
 * an update or deletion).
 */
export type Staged = RawBuilder<unknown>;

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

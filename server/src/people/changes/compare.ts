import { type RawBuilder, sql } from 'kysely';
import { stateValue, userState } from './changes.ts';
import { everyReason, reasonIf, refusals } from './rules.ts';

/** The user ID by sign-in address (lower-case), otherwise by pending address. */
const ownerOf = (key: RawBuilder<unknown>) => sql`coalesce(
  (select owner.user_id from users owner where owner.login_mail_address_key = ${key}),
  (select min(owner.user_id) from searchable_users owner where lower(owner.next_login_mail_address) = ${key}))`;

const domainOf = (address: RawBuilder<unknown>) => sql`split_part(lower(${address}), '@', 2)`;

/**
 * True if a user ID made from an address belongs to a user of another domain: the part before the @ identifies a person
 * only within one domain. A changed address within the domain is still the same person.
 */
const isOfAnother = sql`r.made_of is not null and m.user_id is null and r.given ->> 'loginMailAddress' is not null
  and ${domainOf(sql`coalesce(u.login_mail_address, u.next_login_mail_address)`)}
    not in (${domainOf(sql`r.made_of`)}, ${domainOf(sql`r.given ->> 'loginMailAddress'`)})`;

/** True if a row changes a field; email addresses are compared case-insensitively. */
const isChanged = (key: RawBuilder<unknown>, given: RawBuilder<unknown>, state: RawBuilder<unknown>) =>
  sql`case when ${key} in ('loginMailAddress', 'mailAddresses')
    then lower(${given}::text) is distinct from lower(${stateValue(state, key)}::text)
    else ${given} is distinct from ${stateValue(state, key)} end`;

/** The resulting value of a given field `g`: a user who had not registered when deactivated registers again. */
const comesTo = sql`case when g.key = 'status' and g.value = '"active"' and u.was_registering then '"registering"' else g.value end`;

/**
 * Compares rows with the present state of the tenant: the preview. `rows` is a relation of `row_no integer`, `operation
 * text` (create, update, delete, or `upsert` for either of the first two), `user_id text`, `made_of text` (the address,
 * lower-case, if the ID was made from one: then the owner of the sign-in address, or of this one, is meant), `uuid uuid`
 * (for a new user), `given jsonb` and `reasons jsonb` ([{id, field}], errors of the row itself). Returns a select of
 * `row_no`, `kind`, `operation`, `user_id`, `user_uuid`, `given`, `changes`, `before`, `reasons`. `operatorUuid`: the
 * uploader, who cannot lose their own rights by a file.
 */
export function compareRows(rows: RawBuilder<unknown>, operatorUuid: string): RawBuilder<unknown> {
  return sql`
    select r.row_no, case when w.reasons <> '[]' then 'wrong' when o.op = 'update' and c.changes is null then 'unchanged'
        else o.op end as kind,
      r.operation, coalesce(m.user_id, r.user_id) as user_id, coalesce(u.uuid, r.uuid) as user_uuid, r.given,
      case when w.reasons = '[]' then c.changes end as changes,
      case when w.reasons = '[]' and (o.op = 'delete' or c.changes is not null) then s.state end as before,
      w.reasons
    from ${rows} r
    -- Whom the mail address means.
    cross join lateral (select case when r.made_of is not null then
      coalesce(${ownerOf(sql`lower(r.given ->> 'loginMailAddress')`)}, ${ownerOf(sql`r.made_of`)}) end as user_id offset 0) m
    -- Behind the wall "coalesce" keeps an index from being asked: here it is done before.
    cross join lateral (select lower(coalesce(m.user_id, r.user_id)) as user_id offset 0) k
    -- So that each row asks the index, however many users and rows the planner expects.
    left join lateral (select * from users found where found.user_id_key = k.user_id limit 1) u on true
    cross join lateral (select case when r.operation <> 'upsert' then r.operation
      when u.uuid is null then 'create' else 'update' end as op) o
    -- "offset 0": computed once a row, and for those that need it.
    left join lateral (select ${userState} as state where u.uuid is not null and o.op <> 'create' offset 0) s on true
    left join lateral (
      select jsonb_object_agg(g.key, jsonb_build_object('before', ${stateValue(sql`s.state`, sql`g.key`)}, 'after', ${comesTo}))
        as changes
      from jsonb_each(r.given) g
      where o.op = 'update' and u.uuid is not null and ${isChanged(sql`g.key`, sql`g.value`, sql`s.state`)}
        -- An address that waits to be confirmed is the one that was given before.
        and not (g.key = 'loginMailAddress' and u.next_login_mail_address is not null
          and lower(g.value #>> '{}') is not distinct from lower(u.next_login_mail_address))
      offset 0) c on true
    cross join lateral (select r.reasons
      || ${reasonIf(sql`o.op = 'create' and u.uuid is not null`, refusals.userIdTaken)}
      || ${reasonIf(isOfAnother, refusals.userIdOfAnother)}
      || ${reasonIf(sql`o.op in ('update', 'delete') and u.uuid is null and r.user_id <> ''`, refusals.userUnknown)}
      || ${reasonIf(sql`o.op = 'create' and r.given ->> 'status' not in ('registering', 'active')`, refusals.statusImpossible)}
      || ${reasonIf(sql`c.changes ? 'status' and not (r.given ->> 'status' = 'inactive' or u.status = 'inactive' and r.given ->> 'status' = 'active')`, refusals.statusImpossible)}
      || ${everyReason({ kind: sql`o.op`, given: sql`r.given`, changes: sql`c.changes`, operatorUuid })}
      as reasons offset 0) w`;
}

import { type RawBuilder, sql } from 'kysely';
import { fieldsOfSource } from '#contract/authentication/users-source.ts';
import { userState, stateValue } from './source.ts';

const reason = (when: RawBuilder<unknown>, id: string, field: string) =>
  sql`case when ${when} then jsonb_build_array(jsonb_build_object('id', ${sql.lit(id)}::text, 'field', ${sql.lit(field)}::text))
    else '[]'::jsonb end`;

/** The fields that the account's source keeps, and that the row would change. */
export const keptFields = (changes: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('id', 'forbidden', 'field', key)), '[]')
    from jsonb_object_keys(${changes}) key where (${JSON.stringify(fieldsOfSource)}::jsonb -> u.source) ? key)`;

/** Whether the login mail address that is `given` is somebody else's. */
export const isAddressTaken = (given: RawBuilder<unknown>) =>
  sql`exists (select from users other where other.login_mail_address_key = lower(${given} ->> 'loginMailAddress')
    and other.uuid is distinct from u.uuid)`;

/** Whether one of the `given` groups is not there. */
export const lacksGroup = (given: RawBuilder<unknown>) =>
  sql`exists (select from jsonb_array_elements_text(${given} -> 'groups') wanted
    where not exists (select from groups g where g.group_id_key = wanted))`;

/** Whether the row takes the administrator's rights or account from the user. */
export const losesRights = (kind: RawBuilder<unknown>, changes: RawBuilder<unknown>) =>
  sql`(is_administrator(u.status, u.roles) and (${kind} = 'delete' or ${changes} #>> '{status,after}' = 'inactive'
    or (${changes} ? 'roles' and not (${changes} #> '{roles,after}' ? 'PowerUser'))))`;

const hasOtherAdministrator = sql`exists (select from users other
  where is_acting_administrator(other.user_id_key, other.status, other.roles) and other.uuid <> u.uuid)`;

/**
 * What would become of rows, compared with the tenant as it is. `rows` is a relation of `row_no integer`, `operation text`
 * (create, update, delete, or `upsert`: whichever of the first two fits), `user_id text`, `uuid uuid` (for a new user),
 * `given jsonb` and `reasons jsonb` ([{id, field}], what is wrong with the row by itself). Gives a select of `row_no`,
 * `kind`, `operation`, `user_id`, `user_uuid`, `given`, `changes`, `before`, `reasons`. `operatorUuid`: whose file it is;
 * nobody takes the rights from themselves by a file.
 */
export function compareRows(rows: RawBuilder<unknown>, operatorUuid: string): RawBuilder<unknown> {
  const changes = sql`c.changes`;
  return sql`
    select r.row_no, case when w.reasons <> '[]' then 'wrong' when o.op = 'update' and c.changes is null then 'unchanged'
        else o.op end as kind,
      r.operation, r.user_id, coalesce(u.uuid, r.uuid) as user_uuid, r.given,
      case when w.reasons = '[]' then c.changes end as changes,
      case when w.reasons = '[]' and (o.op = 'delete' or c.changes is not null) then s.state end as before,
      w.reasons
    from ${rows} r
    -- So that each row asks the index, however many users and rows the planner expects.
    left join lateral (select * from users found where found.user_id_key = lower(r.user_id) limit 1) u on true
    cross join lateral (select case when r.operation <> 'upsert' then r.operation
      when u.uuid is null then 'create' else 'update' end as op) o
    -- "offset 0": computed once a row, and for those that need it.
    left join lateral (select ${userState} as state where u.uuid is not null and o.op <> 'create' offset 0) s on true
    left join lateral (
      select jsonb_object_agg(g.key, jsonb_build_object('before', ${stateValue(sql`s.state`, sql`g.key`)}, 'after', g.value))
        as changes
      from jsonb_each(r.given) g
      where o.op = 'update' and u.uuid is not null and g.value is distinct from ${stateValue(sql`s.state`, sql`g.key`)}
        -- An address that waits to be confirmed is the one that was given before.
        and not (g.key = 'loginMailAddress' and g.value is not distinct from to_jsonb(u.next_login_mail_address)
          and u.next_login_mail_address is not null)
      offset 0) c on true
    cross join lateral (select r.reasons
      || ${reason(sql`o.op = 'create' and u.uuid is not null`, 'duplicated_params_userId', 'userId')}
      || ${reason(sql`o.op in ('update', 'delete') and u.uuid is null and r.user_id <> ''`, 'not_found', 'userId')}
      || ${reason(sql`o.op = 'create' and r.given ->> 'status' not in ('registering', 'active')`, 'invalid_params', 'status')}
      || ${reason(sql`c.changes ? 'status' and not (c.changes #>> '{status,after}' = 'inactive' or u.status = 'inactive' and c.changes #>> '{status,after}' = 'active')`, 'invalid_params', 'status')}
      || ${reason(sql`(o.op = 'create' or c.changes ? 'loginMailAddress') and ${isAddressTaken(sql`r.given`)}`, 'duplicated_params_loginMailAddress', 'loginMailAddress')}
      || ${reason(sql`o.op in ('create', 'update') and ${lacksGroup(sql`r.given`)}`, 'invalid_params_groups.groupId', 'groups')}
      || case when c.changes is null then '[]'::jsonb else ${keptFields(changes)} end
      || case when u.uuid = ${operatorUuid}::uuid and ${losesRights(sql`o.op`, changes)} then jsonb_build_array(jsonb_build_object(
          'id', case when ${hasOtherAdministrator} then 'forbidden' else 'last_administrator' end, 'field', 'userId'))
        else '[]'::jsonb end as reasons offset 0) w`;
}

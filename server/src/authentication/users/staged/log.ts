import { sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';
import { takesAddress } from './compare.ts';
import type { Staged } from './source.ts';

/** Who carries the rows out, as the log names it. */
export interface Operator {
  uuid: string;
  userId: string;
  action: string;
  address: string | null;
  requestId: string;
}

/** What is logged of an update `r` of a user `u` as it was: a new login mail address only waits to be that. */
const logged = sql`
  case when not r.changes ? 'loginMailAddress' then r.changes
  else r.changes - 'loginMailAddress' || case when not ${takesAddress}
    then jsonb_build_object('nextLoginMailAddress',
      jsonb_build_object('before', u.next_login_mail_address, 'after', r.given -> 'loginMailAddress'))
    else case when u.login_mail_address is null then '{}' else
        jsonb_build_object('loginMailAddress', jsonb_build_object('before', u.login_mail_address, 'after', null)) end
      || case when u.next_login_mail_address is null then '{}' else
        jsonb_build_object('nextLoginMailAddress', jsonb_build_object('before', u.next_login_mail_address, 'after', null)) end
    end end`;

/** A row of the system-operation log for each user, before anything is changed. */
export async function writeLog(tx: Tx, rows: Staged, by: Operator, now: Date): Promise<void> {
  // {field: {after}}, written as text: building it as jsonb takes almost twice the time. Names of fields need no escaping.
  const filled = sql`('{"userId":{"after":' || to_json(r.user_id) || '}' || coalesce((
    select string_agg(case key when 'loginMailAddress' then ',"nextLoginMailAddress' else ',"' || key end
      || '":{"after":' || value || '}', '') from jsonb_each(r.given)
    where value::text not in ('null', '""', '[]', '{}')), '') || '}')::jsonb`;
  const gone = sql`(select jsonb_object_agg(key, jsonb_build_object('before', value))
    from jsonb_each(r.before || jsonb_build_object('userId', r.user_id))
    where key in ('userId', 'status', 'roles', 'familyName', 'givenName', 'loginMailAddress'))`;
  await sql`
    insert into system_operation_log (tenant_id, at, id, operation, action, status, operator_uuid, operator_user_id,
      target_type, target_id, changes, address, request_id)
    select current_tenant(), ${now}, gen_random_uuid(), r.kind, ${by.action}, 'success', ${by.uuid}, ${by.userId},
      'user', r.user_uuid::text, case r.kind when 'create' then ${filled} when 'delete' then ${gone} else ${logged} end,
      ${by.address}::inet, ${by.requestId}
    from ${rows} r
    left join lateral (
      select * from users was where was.uuid = r.user_uuid and r.changes ? 'loginMailAddress' limit 1) u on true
    where r.kind in ('create', 'update', 'delete')`.execute(tx);
}

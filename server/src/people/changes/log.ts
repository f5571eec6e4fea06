import { type RawBuilder, sql } from 'kysely';
import { personActor } from '#contract/principals.ts';
import { typeInSql, writeOperationsOf } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { goneFields, isFilled, typedGroupIds } from '../users/log-fields.ts';
import { type Staged, takesAddress } from './changes.ts';

/** The actor in the log. */
export interface Operator {
  tenantId: string;
  uuid: string;
  userId: string;
  action: string;
  address: string | null;
  requestId: string;
}

const changed = (before: RawBuilder<unknown>, after: RawBuilder<unknown>) =>
  sql`jsonb_build_object('before', ${before}, 'after', ${after})`;
const noMore = (address: RawBuilder<unknown>) => changed(address, sql`null::text`);

/** The sign-in address in an update `r` of the user `u`, before the update; a new one is logged as pending. */
const loggedAddress = sql`case
  when not r.changes ? 'loginMailAddress' then '{}'
  when not ${takesAddress} then jsonb_build_object('nextLoginMailAddress',
    ${changed(sql`u.next_login_mail_address`, sql`r.given -> 'loginMailAddress'`)})
  else case when u.login_mail_address is null then '{}' else
      jsonb_build_object('loginMailAddress', ${noMore(sql`u.login_mail_address`)}) end
    || case when u.next_login_mail_address is null then '{}' else
      jsonb_build_object('nextLoginMailAddress', ${noMore(sql`u.next_login_mail_address`)}) end
  end`;

const typedGroups = (when: string) => typedGroupIds(sql`r.changes #> ${sql.lit(`{groups,${when}}`)}`);
const loggedGroups = sql`case when not r.changes ? 'groups' then '{}'
  else jsonb_build_object('groups', ${changed(typedGroups('before'), typedGroups('after'))}) end`;

/** The logged changes of an update `r`. Most change neither address nor groups, and are logged unchanged. */
const logged = sql`case when not r.changes ?| array['loginMailAddress', 'groups'] then r.changes
  else r.changes - 'loginMailAddress' || ${loggedAddress} || ${loggedGroups} end`;

const actOf = ({ tenantId, uuid, userId, action, address, requestId }: Operator, at: Date) => ({
  ...{ tenantId, at, action, actor: personActor(uuid, userId), address, requestId },
  clientRequestId: null,
});

/** A status change is a separate event, as by hand (users/actions/); the other changes of the row are another. */
const [switched, others] = [sql`r.changes ? 'status'`, sql`(${logged}) - 'status'`];

/** Writes the events of the users; called before anything is changed. */
export async function writeLog(tx: Tx, rows: Staged, by: Operator, now: Date): Promise<void> {
  // {field: {after}}, written as text: building it as jsonb takes almost twice the time. Names of fields need no escaping.
  const filled = sql`('{"userId":{"after":' || to_json(r.user_id) || '}' || coalesce((
    select string_agg(case when key = 'loginMailAddress' and r.kind = 'create' then ',"nextLoginMailAddress' else ',"' || key end
      || '":{"after":' || case key when 'groups' then ${typedGroupIds(sql`value`)} else value end || '}', '')
    from jsonb_each(r.given) where ${isFilled(sql`value`)}), '') || '}')::jsonb`;
  const written = sql`
    select gen_random_uuid() as id, case r.kind when 'restore' then 'create' else r.kind end as operation,
      case r.kind when 'create' then ${typeInSql('user.created')} when 'update' then ${typeInSql('user.changed')}
        when 'delete' then ${typeInSql('user.deleted')} else ${typeInSql('user.restored')} end as type, r.user_uuid::text as target_id,
      case when r.kind in ('create', 'restore') then ${filled} when r.kind = 'delete' then ${goneFields}
        when ${switched} then ${others} else ${logged} end as changes
    from ${rows} r
    left join lateral (
      select * from users was where was.uuid = r.user_uuid and (r.kind = 'delete' or r.changes ? 'loginMailAddress') limit 1) u on true
    where r.kind in ('create', 'delete', 'restore') or r.kind = 'update' and r.changes - 'status' <> '{}'
    union all
    select gen_random_uuid(), 'update',
      case when r.changes #>> '{status,after}' = 'inactive' then ${typeInSql('user.deactivated')} else ${typeInSql('user.activated')} end,
      r.user_uuid::text, jsonb_build_object('status', r.changes -> 'status')
    from ${rows} r where r.kind = 'update' and ${switched}`;
  await writeOperationsOf(tx, actOf(by, now), written);
}

const namedIn = (list: RawBuilder<unknown>) => sql`cross join lateral jsonb_array_elements_text(${list}) named (id)`;
const [groupsBefore, groupsAfter] = [sql`(r.changes #> '{groups,before}')`, sql`(r.changes #> '{groups,after}')`];

/**
 * Writes an event for each group that gains or loses members, in the form of the group's own calls. Called after new users
 * are inserted and before anything else.
 */
export async function writeGroupLog(tx: Tx, rows: Staged, by: Operator, now: Date): Promise<void> {
  const written = sql`
    select gen_random_uuid() as id, 'update' as operation, ${typeInSql('group.membersChanged')} as type, g.uuid::text as target_id,
      jsonb_build_object('userIds', jsonb_build_object(
        'before', coalesce(jsonb_agg(u.user_id order by u.user_id_key) filter (where not m.comes), '[]'),
        'after', coalesce(jsonb_agg(u.user_id order by u.user_id_key) filter (where m.comes), '[]'))) as changes
    from (
      select r.user_uuid, id as group_id_key, true as comes from ${rows} r ${namedIn(sql`r.given -> 'groups'`)}
      where r.kind in ('create', 'restore')
      union all
      select r.user_uuid, id, true from ${rows} r ${namedIn(groupsAfter)}
      where r.kind = 'update' and not ${groupsBefore} ? id
      union all
      select r.user_uuid, id, false from ${rows} r ${namedIn(groupsBefore)}
      where r.kind = 'update' and not ${groupsAfter} ? id
      union all
      select r.user_uuid, was.group_id_key, false
      from ${rows} r join group_users gu on gu.user_uuid = r.user_uuid
      join groups was on was.tenant_id = gu.tenant_id and was.uuid = gu.group_uuid where r.kind = 'delete') m
    join groups g on g.group_id_key = m.group_id_key join users u on u.uuid = m.user_uuid
    group by g.uuid`;
  await writeOperationsOf(tx, actOf(by, now), written);
}

import { type RawBuilder, sql } from 'kysely';
import { undoableChanges } from '#contract/people/undo-fields.ts';
import { eachText } from '#contract/people/user-texts.ts';
import { foldId } from '#contract/rules.ts';
import type { Changes } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { stateValue, userState } from './changes.ts';
import { everyReason, reasonIf, refusals } from './rules.ts';
import { textPairs } from './texts.ts';

/**
 * The applied changes of an import or bulk operation, by batch: each a relation of `row_no`, `what`, `at`, `user_uuid`,
 * `user_id`, `told`; `before` is the number of rows in earlier batches.
 */
export interface Source {
  bites: RawBuilder<{ bite: number; rows: number }>;
  rows(bite: number, before: number): RawBuilder<unknown>;
}

const done = sql`b.done_at is not null`;
const carriedOut = sql`user_import_bites b join user_import_rows r on r.tenant_id = b.tenant_id and r.import_id = b.import_id
  and r.row_no >= b.bite * 1000 and r.row_no < (b.bite + 1) * 1000 and r.kind in ('create', 'update', 'delete')`;

/** `told` is {field: {before, after}} for an update, and the given values for a new user. */
export const doneByImport = (importId: string): Source => ({
  bites: sql`select b.bite, count(*)::integer as rows from ${carriedOut} where b.import_id = ${importId} and ${done} group by b.bite order by b.bite`,
  rows: (bite) => sql`(
    select r.row_no, r.kind as what, b.done_at as at, r.user_uuid, r.user_id,
      case r.kind when 'update' then r.changes when 'create' then r.given end as told
    from ${carriedOut} where b.import_id = ${importId} and ${done} and b.bite = ${bite})`,
});

/** For a bulk operation; ordered by uuid, so that row numbers are stable. */
export const doneByBulk = (bulkId: string, action: string): Source => ({
  bites: sql`select b.bite, jsonb_array_length(b.done) as rows from user_bulk_bites b where b.bulk_id = ${bulkId} and ${done} order by b.bite`,
  rows: (bite, before) => sql`(
    select ${before}::integer + row_number() over (order by d.uuid)::integer as row_no,
      ${action === 'delete' ? 'delete' : 'update'}::text as what,
      b.done_at as at, d.uuid as user_uuid, d."userId" as user_id, d.changes as told
    from user_bulk_bites b cross join lateral jsonb_to_recordset(b.done) d (uuid uuid, "userId" text, changes jsonb)
    where b.bulk_id = ${bulkId} and b.bite = ${bite} and ${done})`,
});

/** For a single change, from the log (`toldBy`). */
export const doneByChange = (
  user: { uuid: string; userId: string },
  at: Date,
  told: Changes,
): RawBuilder<unknown> => sql`(
  select 1 as row_no, 'update'::text as what, ${at}::timestamptz as at, ${user.uuid}::uuid as user_uuid, ${user.userId}::text as user_id,
    ${JSON.stringify(told)}::jsonb as told)`;

const asIds = (value: unknown) =>
  Array.isArray(value) ? value.map((id) => (typeof id === 'string' ? foldId(id) : id)).sort() : value;
const asRoles = (value: unknown) => (Array.isArray(value) ? [...value].sort() : value);
const isSame = (one: unknown, other: string | null) =>
  typeof one === 'string' && one.toLowerCase() === other?.toLowerCase();

/**
 * Converts the changes of a log entry to the form of staged rows (`doneByChange`): lists sorted, and a new address, logged
 * as pending, as the given one. `signsInWith`: the present sign-in address.
 */
export function toldBy(changes: Changes, signsInWith: string | null): Changes {
  const { nextLoginMailAddress: next, loginMailAddress: login, groups, roles, ...plain } = undoableChanges(changes);
  const both = ({ before, after }: { before: unknown; after: unknown }, read: (value: unknown) => unknown) => ({
    ...{ before: read(before), after: read(after) },
  });
  return {
    ...plain,
    ...(groups && { groups: both(groups, asIds) }),
    ...(roles && { roles: both(roles, asRoles) }),
    ...addressTold(login, next, signsInWith),
  };
}

type Change = { before: unknown; after: unknown } | undefined;

function addressTold(login: Change, next: Change, signsInWith: string | null): Changes {
  if (login) return { loginMailAddress: login };
  if (!next) return {};
  // The pending address was dropped.
  if (next.after === null) return { nextLoginMailAddress: next };
  // Confirmed since, which is a separate change.
  if (isSame(next.after, signsInWith)) return {};
  return { loginMailAddress: { before: signsInWith ?? next.before, after: next.after } };
}

/** The values of a new user where none were given. */
const blank = sql.lit(
  JSON.stringify({
    ...{ familyName: '', givenName: '', status: 'registering', roles: ['User'], loginMailAddress: null },
    ...eachText(() => ''),
    ...{ mailAddresses: [], locale: null, timezone: null, groups: [] },
  }),
);

/** The state of a deleted user `d`, in the form of `userState`. */
const binnedState = sql`
  jsonb_build_object(
    'familyName', d.family_name, 'givenName', d.given_name, 'status', d.account -> 'status',
    'roles', (select jsonb_agg(role order by role collate "C") from unnest(d.roles) role),
    'loginMailAddress', d.login_mail_address,
    'mailAddresses', coalesce(to_jsonb(string_to_array(nullif(d.account ->> 'other_mail_addresses', ''), chr(10))), '[]'),
    ${textPairs((column) => sql`coalesce(d.account -> ${sql.lit(column)}, '""')`)}, 'locale', d.account -> 'locale', 'timezone', d.account -> 'timezone',
    'groups', (select coalesce(jsonb_agg(g.group_id_key order by g.group_id_key collate "C"), '[]')
      from groups g where g.uuid in (select was.id::uuid from jsonb_array_elements_text(d.belongings -> 'groups') was (id))))
  || (d.account -> 'extension_attributes')`;

const key = sql`f.key`;
const [was, is] = [sql`(f.value -> 'before')`, sql`(f.value -> 'after')`];
/** The current value; a pending address counts as the sign-in address. */
const current = sql`case ${key} when 'loginMailAddress' then coalesce(to_jsonb(coalesce(u.next_login_mail_address, u.login_mail_address)), 'null')
  when 'nextLoginMailAddress' then coalesce(to_jsonb(u.next_login_mail_address), 'null')
  else ${stateValue(sql`s.state`, key)} end`;
const same = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql`case when ${key} in ('loginMailAddress', 'nextLoginMailAddress', 'mailAddresses') then lower(${one}::text) = lower(${other}::text)
    else ${one} = ${other} end`;
/** A lock is not restored. */
const back = sql`case when ${key} = 'status' and ${was} = '"locked"' then '"active"' else ${was} end`;
/** A new address that is still pending is dropped; the former one is still in place. */
const onlyWaits = sql`(${key} = 'loginMailAddress' and u.login_mail_address is not null
  and u.next_login_mail_address is not null and lower(${was} #>> '{}') = lower(u.login_mail_address))`;

/** An address that an undo dropped becomes pending again, like a given one. */
const waitsAgain = sql`${key} = 'nextLoginMailAddress'`;

/** By changed field: `conflict` if it has another value now, `done` if it has the former value already. */
const turned = sql`
  select coalesce(jsonb_agg(jsonb_build_object('id', 'conflict', 'field', t.key)) filter (where t.how = 'conflict'), '[]') as reasons,
    jsonb_object_agg(t.target, jsonb_build_object('before', t.before, 'after', t.after)) filter (where t.how = 'back') as changes,
    coalesce(jsonb_object_agg(t.target, case when t.key = 'status' and t.after <> '"inactive"' then '"active"' else t.after end)
      filter (where t.how = 'back' and t.target <> 'nextLoginMailAddress'), '{}') as given
  from (
    select ${key}, case when ${onlyWaits} then 'nextLoginMailAddress' when ${waitsAgain} then 'loginMailAddress' else f.key end as target,
      case when ${same(current, is)} then 'back' when ${same(current, was)} then 'done' else 'conflict' end as how,
      case when ${onlyWaits} then ${is} when ${waitsAgain} then s.state -> 'loginMailAddress'
        else ${stateValue(sql`s.state`, key)} end as before,
      case when ${onlyWaits} then 'null'::jsonb else ${back} end as after
    from jsonb_each(r.told) f) t`;

/** A created user is deleted only if unchanged since: not after registering or another change. */
const unmade = sql`
  select coalesce(jsonb_agg(jsonb_build_object('id', 'conflict', 'field', f.key)), '[]') as reasons
  from jsonb_object_keys(s.state || r.told || ${blank}::jsonb) f (key)
  where lower((${stateValue(sql`s.state`, key)})::text)
    is distinct from lower(coalesce(r.told -> f.key, ${blank}::jsonb -> f.key, '""')::text)`;

/** What the undo of a row does. */
const turnedKind = sql`case r.what when 'create' then 'delete' when 'delete' then 'restore' else 'update' end`;

/** Stages the reverse of a batch, compared with the present state of the tenant. */
export async function stageUndo(
  tx: Tx,
  { tenantId, importId, operatorUuid, now }: { tenantId: string; importId: string; operatorUuid: string; now: Date },
  source: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into user_import_rows (tenant_id, import_id, row_no, kind, operation, user_id, user_uuid, given, changes, before, reasons)
    select ${tenantId}, ${importId}::uuid, r.row_no,
      case when w.reasons <> '[]' then 'wrong'
        when r.what = 'update' and c.changes is null or r.what = 'create' and u.uuid is null
          or r.what = 'delete' and u.uuid is not null then 'unchanged'
        else case r.what when 'create' then 'delete' when 'delete' then 'create' else 'update' end end,
      ${turnedKind},
      coalesce(u.user_id, r.user_id), r.user_uuid, coalesce(c.given, b.state, '{}'),
      case when w.reasons = '[]' then c.changes end,
      case when w.reasons = '[]' and u.uuid is not null then s.state end, w.reasons
    from ${source} r
    left join lateral (select * from users found where found.uuid = r.user_uuid limit 1) u on true
    left join lateral (select ${userState} as state where u.uuid is not null offset 0) s on true
    left join lateral (select * from deleted_users gone where gone.uuid = r.user_uuid and r.what = 'delete'
      and gone.expires_at > ${now} limit 1) d on true
    left join lateral (select ${binnedState} as state where d.uuid is not null offset 0) b on true
    left join lateral (select * from (${turned}) t where r.what = 'update' and u.uuid is not null offset 0) c on true
    left join lateral (select * from (${unmade}) n where r.what = 'create' and u.uuid is not null offset 0) n on true
    cross join lateral (select coalesce(c.reasons, '[]') || coalesce(n.reasons, '[]')
      || ${everyReason({ kind: turnedKind, given: sql`coalesce(c.given, b.state)`, changes: sql`c.changes`, operatorUuid })}
      || ${reasonIf(sql`r.what = 'update' and u.uuid is null`, refusals.userGone)}
      || ${reasonIf(sql`r.what = 'delete' and u.uuid is null and d.uuid is null`, refusals.userUnknown)}
      || ${reasonIf(sql`u.uuid is null and d.deleted_at > r.at`, refusals.userChanged)}
      || ${reasonIf(sql`d.uuid is not null and u.uuid is null and exists (select from users o where o.user_id_key = lower(r.user_id))`, refusals.userIdTaken)}
      as reasons offset 0) w`.execute(tx);
}

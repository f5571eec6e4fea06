import { type Insertable, type RawBuilder, sql } from 'kysely';
import { type DifferenceKind, MAX_DIFFERENCES } from '#contract/provisioning/target-values.ts';
import { ask } from '../../platform/db/ask.ts';
import type { ProvisionedRemotes } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { type Target, updateTarget } from './queries.ts';
import { ENTERPRISE_SCHEMA, factsOf, isObject, userNameOf, wantedOf } from './resource.ts';
import { Refused, type Refusal, type Remote, type ScimClient } from './scim-client.ts';

/**
 * Compares a target's users with those that its app has, step by step: a page is read without a transaction, and kept in one;
 * then users and accounts are compared in SQL, some at once.
 */

const PAGE = 100;
const MOST_AT_ONCE = 2000;
const MOST_FORGOTTEN = 5000;
/** More are not read: an app that never ends is not read for ever. */
const MOST_READ = 2_000_000;
const MOST_TRIES = 20;
const PAUSE_MS = 5000;
const MOST_LENGTH = 500;
const BEGINNING = '00000000-0000-0000-0000-000000000000';

export type Held = (tx: Tx) => Promise<Target | undefined>;

/** One step. Answers whether there may be more at once. */
export async function compareOn(
  tools: Tools,
  tenantId: string,
  held: Held,
  target: Target,
  client: ScimClient,
): Promise<boolean> {
  const settled = (write: (tx: Tx, now: Target) => Promise<boolean>) =>
    tools.db.inTenant(tenantId, async (tx) => {
      const now = await held(tx);
      // Begun anew, or another process's, meanwhile.
      if (!now || now.compare_state !== target.compare_state || now.compare_after !== target.compare_after)
        return false;
      return write(tx, now);
    });
  if (target.compare_state !== 'reading')
    return settled((tx, now) => steps[now.compare_state as keyof typeof steps](tx, now, tools.clock()));
  const startIndex = Number(target.compare_after ?? 1);
  try {
    const page = await client.list(startIndex, PAGE);
    return await settled((tx, now) => keepPage(tx, now, page, startIndex));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { refusal } = error;
    return settled((tx, now) => noteRefusal(tx, now, refusal, tools.clock()));
  }
}

async function keepPage(
  tx: Tx,
  target: Target,
  { total, users }: { total: number; users: Remote[] },
  startIndex: number,
): Promise<boolean> {
  const rows = [...new Map(users.map((user) => [user.id, toRow(target, user)])).values()];
  if (rows.length > 0)
    await tx
      .insertInto('provisioned_remotes')
      .values(rows)
      .onConflict((on) => on.columns(['tenant_id', 'target_uuid', 'remote_id']).doNothing())
      .execute();
  const next = startIndex + users.length;
  const isLast = users.length === 0 || next > total || next > MOST_READ;
  await updateTarget(tx, target.uuid, {
    ...{ compare_read: next - 1, compare_total: Math.min(total, MOST_READ), compare_tries: 0 },
    ...(isLast ? { compare_state: 'users', compare_after: BEGINNING } : { compare_after: String(next) }),
  });
  return true;
}

/** An app that is busy is asked again; another failure ends the comparison. */
async function noteRefusal(
  tx: Tx,
  { uuid, compare_tries: tries }: Target,
  { failure, status, answer, retryAfter }: Refusal,
  now: Date,
): Promise<boolean> {
  const isBusy = status === 429 || status === 503;
  if (isBusy && tries < MOST_TRIES) {
    const compare_at = new Date(now.getTime() + (retryAfter ? retryAfter * 1000 : PAUSE_MS));
    await updateTarget(tx, uuid, { compare_tries: tries + 1, compare_at });
    return false;
  }
  await updateTarget(tx, uuid, {
    ...{ compare_state: 'failed', compare_after: null, compare_at: null, compare_ended_at: now },
    ...{ compare_failure: failure, compare_status: status, compare_answer: answer },
  });
  return false;
}

const steps = {
  clearing: async (tx: Tx, { uuid }: Target) => {
    await tx.deleteFrom('provisioned_differences').where('target_uuid', '=', uuid).execute();
    if (!(await forgetSome(tx, uuid))) await updateTarget(tx, uuid, { compare_state: 'reading', compare_after: '1' });
    return true;
  },
  users: compareUsers,
  rest: compareRest,
  emptying: async (tx: Tx, { uuid }: Target, now: Date) => {
    if (await forgetSome(tx, uuid)) return true;
    await updateTarget(tx, uuid, { compare_state: 'done', compare_at: null, compare_ended_at: now });
    return false;
  },
} as const;

/** What was read of an app is not kept. Answers whether there may be more. */
async function forgetSome(tx: Tx, uuid: string): Promise<boolean> {
  const some = sql`delete from provisioned_remotes where ctid = any (array(
    select ctid from provisioned_remotes where target_uuid = ${uuid}::uuid limit ${sql.lit(MOST_FORGOTTEN)}))`;
  return Number((await some.execute(tx)).numAffectedRows ?? 0) === MOST_FORGOTTEN;
}

interface Counted {
  last: string | null;
  counts: Record<string, number>;
}

/** Compares the next users. An account is theirs by what we know of it, by `externalId`, or has their user name. */
async function compareUsers(tx: Tx, target: Target): Promise<boolean> {
  const { uuid, mapping, compare_after: after, compare_counts: before, on_removal: onRemoval } = target;
  const of = (condition: RawBuilder<unknown>) => sql`(select r.remote_id, r.active, r.facts, r.external_id
    from provisioned_remotes r where r.tenant_id = b.tenant_id and r.target_uuid = ${uuid}::uuid and ${condition} limit 1)`;
  const [done] = await ask(
    tx,
    sql<Counted>`
      with batch as materialized (
        select u.tenant_id, u.uuid, u.user_id, ${userNameOf(mapping)} as user_name, ${factsOf(mapping)} as facts,
          ${wantedOf(target)} as wanted
        from (select * from users where uuid > ${after}::uuid order by uuid limit ${sql.lit(MOST_AT_ONCE)}) u),
      joined as materialized (
        select b.*, coalesce(k.remote_id, e.remote_id) as remote_id, coalesce(k.active, e.active) as active,
          coalesce(k.facts, e.facts) as there, coalesce(k.external_id, e.external_id) as external_id, n.remote_id as named_id
        from batch b
        left join lateral (select p.remote_id from provisioned_users p
          where p.tenant_id = b.tenant_id and p.target_uuid = ${uuid}::uuid and p.user_uuid = b.uuid limit 1) p on true
        left join lateral ${of(sql`r.remote_id = p.remote_id`)} k on true
        left join lateral ${of(sql`r.external_id = b.uuid::text`)} e on true
        left join lateral ${of(sql`r.user_name_key = lower(b.user_name)`)} n on true),
      found as materialized (
        select j.tenant_id, j.uuid, j.user_id, j.remote_id, j.named_id, d.fields,
          case
            when j.wanted = 'active' and j.user_name is null then 'noUserName'
            when j.wanted = 'active' and j.remote_id is null then case when j.named_id is null then 'create' else 'match' end
            when j.wanted = 'active' then case when d.fields = '{}' then 'same' else 'change' end
            when j.remote_id is null or (j.wanted = 'removed' and ${onRemoval} = 'leave') then null
            when j.active or (j.wanted = 'removed' and ${onRemoval} = 'delete') then 'leave' end as kind
        from joined j left join lateral (
          select array(
            select o.key from jsonb_each_text(j.facts) o
            where case when o.key = 'userName' then lower(j.there ->> o.key) is distinct from lower(o.value)
              else j.there ->> o.key is distinct from o.value end
            order by o.key)
            || case when not j.active then array['active'] else '{}' end
            || case when j.external_id is distinct from j.uuid::text then array['externalId'] else '{}' end as fields) d
          on j.remote_id is not null),
      marked as (
        update provisioned_remotes r set known = true where r.target_uuid = ${uuid}::uuid and r.remote_id = any (array(
          select remote_id from found where remote_id is not null union all select named_id from found where named_id is not null))),
      ${keeping(
        target,
        sql`select kind, uuid::text as id, uuid as user_uuid,
        case when kind = 'match' then named_id else remote_id end as remote_id, user_id as name,
        case when kind = 'change' then fields else '{}' end as fields from found where kind not in ('same')`,
      )}
      select (select uuid::text from batch order by uuid desc limit 1) as last, ${countedOf(sql`found`)} as counts`,
  );
  return noteStep(tx, target, done, before, 'rest', '');
}

/** Accounts of nobody who is here. Those of users who are deleted would leave. */
async function compareRest(tx: Tx, target: Target): Promise<boolean> {
  const { uuid, compare_after: after, compare_counts: before, on_removal: onRemoval } = target;
  const [done] = await ask(
    tx,
    sql<Counted>`
      with batch as materialized (
        select * from provisioned_remotes where target_uuid = ${uuid}::uuid and remote_id > ${after}
        order by remote_id limit ${sql.lit(MOST_AT_ONCE)}),
      found as materialized (
        select b.remote_id, b.user_name, p.user_uuid, case when p.user_uuid is null then 'unknown'
          when ${onRemoval} <> 'leave' and (b.active or ${onRemoval} = 'delete') then 'leave' end as kind
        from batch b left join lateral (select p.user_uuid from provisioned_users p
          where p.tenant_id = b.tenant_id and p.target_uuid = b.target_uuid and p.remote_id = b.remote_id limit 1) p on true
        where not b.known),
      ${keeping(
        target,
        sql`select kind, remote_id as id, user_uuid, remote_id, user_name as name, '{}'::text[] as fields
        from found where kind is not null`,
      )}
      select (select remote_id from batch order by remote_id desc limit 1) as last, ${countedOf(sql`found`)} as counts`,
  );
  return noteStep(tx, target, done, before, 'emptying', null);
}

/** Keeps the first differences of each kind. */
const keeping = ({ tenant_id: tenantId, uuid, compare_counts: before }: Target, rows: RawBuilder<unknown>) => sql`
  kept as (
    insert into provisioned_differences (tenant_id, target_uuid, kind, id, user_uuid, remote_id, name, fields)
    select ${tenantId}, ${uuid}::uuid, kind, id, user_uuid, remote_id, name, fields from (
      select r.*, row_number() over (partition by kind order by id) + coalesce((${JSON.stringify(before)}::jsonb ->> kind)::integer, 0)
        as place
      from (${rows}) r where kind is not null) placed
    where place <= ${sql.lit(MAX_DIFFERENCES)} on conflict do nothing)`;

const countedOf = (rows: RawBuilder<unknown>) => sql`(select coalesce(jsonb_object_agg(kind, amount), '{}')
  from (select kind, count(*)::integer as amount from ${rows} where kind is not null group by kind) c)`;

async function noteStep(
  tx: Tx,
  { uuid }: Target,
  done: Counted | undefined,
  before: Record<string, number>,
  next: 'rest' | 'emptying',
  begin: string | null,
): Promise<boolean> {
  const counts = { ...before };
  for (const [kind, amount] of Object.entries(done?.counts ?? {})) counts[kind] = (counts[kind] ?? 0) + amount;
  const last = done?.last ?? null;
  await updateTarget(tx, uuid, {
    compare_counts: JSON.stringify(counts),
    ...(last === null ? { compare_state: next, compare_after: begin } : { compare_after: last }),
  });
  return true;
}

/** An account of an app, as far as it can be compared. */
function toRow({ tenant_id, uuid }: Target, remote: Remote): Insertable<ProvisionedRemotes> {
  const facts = factsThere(remote);
  const userName = facts.userName ?? '';
  return {
    ...{ tenant_id, target_uuid: uuid, remote_id: remote.id, external_id: textOf(remote.externalId) ?? null },
    ...{ user_name: userName, user_name_key: userName.toLowerCase() },
    active: remote.active !== false && remote.active !== 'False' && remote.active !== 'false',
    facts: JSON.stringify(facts),
  };
}

function factsThere(remote: Remote): Partial<Record<string, string>> {
  const name = isObject(remote.name) ? remote.name : {};
  const enterprise = remote[ENTERPRISE_SCHEMA];
  const emails = (Array.isArray(remote.emails) ? remote.emails : []).filter(isObject);
  const email =
    emails.find(({ primary }) => primary === true) ?? emails.find(({ type }) => type === 'work') ?? emails[0];
  const facts: Record<string, unknown> = {
    ...{ userName: remote.userName, displayName: remote.displayName },
    ...{ 'name.givenName': name.givenName, 'name.familyName': name.familyName, emails: email?.value },
    ...{ preferredLanguage: remote.preferredLanguage, timezone: remote.timezone },
    department: isObject(enterprise) ? enterprise.department : undefined,
  };
  return Object.fromEntries(
    Object.entries(facts).flatMap(([attribute, value]) => {
      const text = textOf(value);
      return text === undefined ? [] : [[attribute, text]];
    }),
  );
}

/** A text that PostgreSQL stores. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.replaceAll('\0', ' ').slice(0, MOST_LENGTH).toWellFormed() : undefined;

/** Begins anew, unless one is under way. */
export async function beginComparison(tx: Tx, { uuid }: Target, now: Date): Promise<void> {
  await updateTarget(tx, uuid, {
    ...{ compare_state: 'clearing', compare_after: null, compare_read: 0, compare_total: null, compare_tries: 0 },
    ...{ compare_at: now, compare_began_at: now, compare_ended_at: null, compare_counts: '{}' },
    ...{ compare_failure: null, compare_status: null, compare_answer: null },
  });
}

/** What differs is pushed again: of these users, or of all that are listed. Answers how many. */
export async function repair(tx: Tx, uuid: string, users: readonly string[] | null, now: Date): Promise<number> {
  const kinds: DifferenceKind[] = ['create', 'change', 'leave'];
  const done = await ask(
    tx,
    sql<{ user_uuid: string }>`
      update provisioned_users p set state = 'waiting', tries = 0, first_tried_at = null, next_at = ${now}
      where p.target_uuid = ${uuid}::uuid and p.state = 'inStep'
        and exists (select from provisioned_differences d
          where d.tenant_id = p.tenant_id and d.target_uuid = p.target_uuid and d.user_uuid = p.user_uuid
            and d.kind = any (${kinds}::text[]))
        ${users === null ? sql`` : sql`and p.user_uuid = any (${users}::uuid[])`}
      returning p.user_uuid`,
  );
  return done.length;
}

import { type Selectable, sql } from 'kysely';
import type { ProvisionedState, TargetFailure } from '#contract/provisioning/target-values.ts';
import { SYSTEM } from '#contract/principals.ts';
import { ask } from '../../platform/db/ask.ts';
import type { ProvisionedUsers } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { afterAttempt, type Attempt, judge } from '../../platform/deliver/judging.ts';
import type { Claim } from '../../platform/deliver/lanes.ts';
import { FROM_NO_CALL, writeOperation } from '../../platform/events/write.ts';
import type { Tools } from '../../platform/tools.ts';
import { tellAdministrators } from '../../tenant/notices/administrators.ts';
import { compareOn } from './compare.ts';
import type { Outcome } from './push.ts';
import { type Target, updateTarget } from './queries.ts';
import { type Resource, resourceOf } from './resource.ts';
import type { Refusal, ScimClient } from './scim-client.ts';
import { isWalkDue, walkOn } from './walk.ts';

/** Users of one claim. */
const MOST_AT_ONCE = 200;

type Row = Selectable<ProvisionedUsers>;
export interface DueUser extends Row {
  resource: Resource | null;
  /** Of what is pushed now. */
  fresh: string | null;
}

export interface Lane {
  target: Target;
  due: DueUser[];
}

/** The target of a claim, locked; undefined if another process has claimed it since. */
const holdOwn = (tx: Tx, { uuid, claim }: Claim): Promise<Target | undefined> =>
  tx
    .selectFrom('provisioning_targets')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('claim', '=', claim)
    .forUpdate()
    .executeTakeFirst();

/** The same; undefined also if it is off. */
async function holdClaimed(tx: Tx, claim: Claim): Promise<Target | undefined> {
  const target = await holdOwn(tx, claim);
  return target?.active ? target : undefined;
}

/** The target of a claim that is to be compared now; null: none. */
export const openComparison = (tools: Tools, claim: Claim): Promise<Target | null> =>
  tools.db.inTenant(claim.tenant_id, async (tx) => {
    const target = await holdOwn(tx, claim);
    return target?.compare_at && target.compare_at <= tools.clock() ? target : null;
  });

/** One step of a comparison. Answers whether there may be more at once. */
export const compareStep = (tools: Tools, claim: Claim, target: Target, client: ScimClient): Promise<boolean> =>
  compareOn(tools, claim.tenant_id, (tx) => holdOwn(tx, claim), target, client);

/** Walks on by one step, if it is time. Answers whether there may be more. */
export const walk = (tools: Tools, claim: Claim): Promise<boolean> =>
  tools.db.inTenant(claim.tenant_id, async (tx) => {
    const target = await holdClaimed(tx, claim);
    const now = tools.clock();
    if (!target || target.held_until > now || !(await isWalkDue(tx, target, now))) return false;
    const held = await walkOn(tx, target, now);
    if (held > 0)
      await tellAdministrators(tools, tx, {
        kind: 'targetHeld',
        page: `/portal/provisioning-targets/${claim.uuid}?state=held`,
        variables: () => ({ target: target.name, number: held }),
        now,
      });
    return true;
  });

/** Answers who is due; null: nobody, or the claim is lost. The claim of a target without work ends. */
export const openLane = (tools: Tools, claim: Claim): Promise<Lane | null> =>
  tools.db.inTenant(claim.tenant_id, async (tx) => {
    const target = await holdOwn(tx, claim);
    const now = tools.clock();
    const due = target?.active && target.held_until <= now ? await listDue(tx, target, now) : [];
    if (target && due.length > 0) return { target, due };
    if (target) await updateTarget(tx, claim.uuid, { claimed_until: null });
    return null;
  });

const listDue = (tx: Tx, { uuid, mapping }: Target, now: Date): Promise<DueUser[]> =>
  ask(
    tx,
    sql<DueUser>`
      with due as materialized (
        select * from provisioned_users where target_uuid = ${uuid}::uuid and state = 'waiting' and next_at <= ${now}
        order by next_at, user_uuid limit ${sql.lit(MOST_AT_ONCE)}),
      made as (
        select d.*, case when u.uuid is not null then ${resourceOf(mapping)} end as resource
        from due d left join users u on u.tenant_id = d.tenant_id and u.uuid = d.user_uuid)
      select *, md5(resource::text) as fresh from made order by next_at, user_uuid`,
  );

/** How pushing a user ended, and when. */
export interface Result {
  user: DueUser;
  outcome: Outcome;
  at: Date;
}

/** What is new of the target, besides its users. */
export interface Learnt {
  patches?: boolean;
  /** The app refused before any user was pushed. */
  refusal?: Refusal;
}

/**
 * Notes how pushing ended. `last`: the claim is given back, and the target judged by all results of it. Answers false if another
 * process has claimed the target since.
 */
export const settleLane = (
  tools: Tools,
  claim: Claim,
  results: readonly Result[],
  last: { all: readonly Result[]; learnt: Learnt } | null,
): Promise<boolean> =>
  tools.db.inTenant(claim.tenant_id, async (tx) => {
    const target = await holdClaimed(tx, claim);
    if (!target) return false;
    await settleUsers(tx, claim.uuid, results);
    if (last) await settleTarget(tools, tx, target, last);
    return true;
  });

async function settleTarget(
  tools: Tools,
  tx: Tx,
  target: Target,
  { all, learnt }: { all: readonly Result[]; learnt: Learnt },
): Promise<void> {
  const now = tools.clock();
  const refusals = [...all.flatMap(({ outcome }) => (outcome.is === 'refused' ? [outcome.refusal] : []))];
  if (learnt.refusal) refusals.push(learnt.refusal);
  const attempts = all.map(({ user, outcome, at }) => ({ ...attemptOf(outcome, at), isAgain: user.tries > 0 }));
  if (learnt.refusal) attempts.push({ ...attemptOf({ is: 'refused', refusal: learnt.refusal }, now), isAgain: false });
  const judged = judge(target, attempts, now);
  const rest = Math.max(0, ...refusals.map(({ retryAfter }) => retryAfter ?? 0)) * 1000;
  const why = refusals.filter((refusal) => isOfTarget(refusal)).at(-1);
  await updateTarget(tx, target.uuid, {
    claimed_until: null,
    ...(learnt.patches !== undefined && { patches: learnt.patches }),
    ...(all.some(({ outcome }) => outcome.is === 'inStep') && { last_pushed_at: now }),
    ...(judged && {
      ...{ failures: judged.failures, failing_since: judged.failing_since, failed_at: judged.failed_at },
      held_until: new Date(Math.max(judged.heldUntil.getTime(), now.getTime() + rest)),
      ...{ failure: judged.failures > 0 ? (why?.failure ?? null) : null },
      failure_status: judged.failures > 0 ? (why?.status ?? null) : null,
    }),
  });
  if (judged?.stop) await stop(tools, tx, target, now);
}

const SERVER_ERROR = 500;
/** Whether a refusal says that the app is out of order, more than that one user is refused. */
const isOfTarget = ({ ofAll, status }: Refusal) => ofAll || (status ?? 0) >= SERVER_ERROR;

/** As it is judged: an app that refuses one user is there. */
const attemptOf = (outcome: Outcome, at: Date): Attempt => ({
  ...{ sequence: 0, at, millis: 0, status: null },
  failure: outcome.is === 'refused' && isOfTarget(outcome.refusal) ? outcome.refusal.failure : null,
});

interface Settled {
  user: string;
  state: ProvisionedState;
  remote_id: string | null;
  match_id: string | null;
  match_external_id: string | null;
  print: string | null;
  sent: readonly string[];
  tries: number;
  next_at: Date;
  first_tried_at: Date;
  tried_at: Date;
  status: number | null;
  failure: TargetFailure | null;
  answer: string | null;
}

function settledOf({ user, outcome, at }: Result): Settled | null {
  const known = {
    ...{ user: user.user_uuid, remote_id: user.remote_id, match_id: null, match_external_id: null },
    ...{ print: user.fresh ?? user.print, sent: user.sent, tries: user.tries + 1, next_at: at, tried_at: at },
    ...{ first_tried_at: user.first_tried_at ?? at, status: null, failure: null, answer: null },
  };
  if (outcome.is === 'forgotten') return null;
  if (outcome.is === 'inStep') return { ...known, state: 'inStep', remote_id: outcome.remoteId, sent: outcome.sent };
  if (outcome.is === 'match')
    return { ...known, state: 'match', match_id: outcome.matchId, match_external_id: outcome.externalId };
  const { failure, status, answer, ofAll } = outcome.refusal;
  const { state, nextAt } = afterAttempt(user, { at, failure });
  const isWaiting = ofAll || ((status ?? 0) >= SERVER_ERROR && state === 'waiting');
  return {
    ...{ ...known, failure, status, answer },
    ...(isWaiting ? { state: 'waiting', next_at: nextAt } : { state: 'dead' }),
  };
}

async function settleUsers(tx: Tx, target: string, results: readonly Result[]): Promise<void> {
  const gone = results.filter(({ outcome }) => outcome.is === 'forgotten').map(({ user }) => user.user_uuid);
  if (gone.length > 0)
    await tx
      .deleteFrom('provisioned_users')
      .where('target_uuid', '=', target)
      .where('user_uuid', 'in', gone)
      .where('wanted', '<>', 'active')
      .execute();
  const settled = results.map(settledOf).filter((one) => one !== null);
  if (settled.length === 0) return;
  const rows = settled.map(({ user, ...rest }) => ({ user_uuid: user, ...rest }));
  await sql`
    update provisioned_users p
    set state = s.state, remote_id = s.remote_id, match_id = s.match_id, match_external_id = s.match_external_id,
      print = s.print, sent = s.sent, tries = s.tries, next_at = s.next_at, first_tried_at = s.first_tried_at,
      tried_at = s.tried_at, status = s.status, failure = s.failure, answer = s.answer
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) s (user_uuid uuid, state text, remote_id text, match_id text,
      match_external_id text, print text, sent text[], tries integer, next_at timestamptz, first_tried_at timestamptz,
      tried_at timestamptz, status integer, failure text, answer text)
    where p.target_uuid = ${target}::uuid and p.user_uuid = s.user_uuid and p.state = 'waiting'`.execute(tx);
}

/** Switches a target off that is of no use, and tells the administrators. */
async function stop(tools: Tools, tx: Tx, { tenant_id: tenantId, uuid, name }: Target, now: Date): Promise<void> {
  await updateTarget(tx, uuid, { active: false, stop_reason: 'failing', stopped_at: now });
  await writeOperation(tx, {
    ...{ tenantId, at: now, operation: 'update', action: 'system provisioning', actor: SYSTEM, ...FROM_NO_CALL },
    ...{ type: 'provisioningTarget.stopped', targetId: uuid },
    changes: { active: { before: true, after: false } },
  });
  await tellAdministrators(tools, tx, {
    kind: 'targetStopped',
    page: `/portal/provisioning-targets/${uuid}`,
    variables: () => ({ target: name }),
    now,
  });
}

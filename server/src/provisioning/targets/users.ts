import { sql } from 'kysely';
import { fail } from '#contract/errors.ts';
import {
  decidedStates,
  MAX_TARGET_PAGE,
  type ProvisionedState,
  type TargetDecision,
  type TargetFailure,
} from '#contract/provisioning/target-values.ts';
import type { ProvisionedUser } from '#contract/provisioning/targets.ts';
import { ask } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { repair } from './compare.ts';
import { findForPreview, updateTarget } from './queries.ts';
import { toSent } from './resource.ts';
import { findStored, holdTarget } from './targets.ts';
import { letLeave } from './walk.ts';

interface Row {
  user_uuid: string;
  user_id: string | null;
  family_name: string;
  given_name: string;
  state: ProvisionedState;
  wanted: ProvisionedUser['wanted'];
  remote_id: string | null;
  match_id: string | null;
  match_external_id: string | null;
  tries: number;
  tried_at: Date | null;
  next_at: Date;
  status: number | null;
  failure: TargetFailure | null;
  answer: string | null;
}

const toUser = (row: Row, heldUntil: Date | null): ProvisionedUser => ({
  ...{ uuid: row.user_uuid, userId: row.user_id, familyName: row.family_name, givenName: row.given_name },
  ...{ state: row.state, wanted: row.wanted, remoteId: row.remote_id, tries: row.tries },
  match: row.match_id === null ? null : { remoteId: row.match_id, externalId: row.match_external_id },
  triedAt: row.tried_at?.toISOString() ?? null,
  nextAt: row.state === 'waiting' && heldUntil ? later(row.next_at, heldUntil).toISOString() : null,
  ...{ status: row.status, failure: row.failure, answer: row.answer },
});

const later = (a: Date, b: Date) => (a > b ? a : b);

/** A page of the users of a target, by uuid. Throws `not_found`. */
export async function listUsers(
  tx: Tx,
  uuid: string,
  { state, after }: { state?: ProvisionedState | undefined; after?: string | undefined },
): Promise<{ results: ProvisionedUser[]; next: string | null }> {
  const { active, held_until: heldUntil } = await findStored(tx, uuid);
  const rows = await ask(
    tx,
    sql<Row>`
      select p.user_uuid, coalesce(u.user_id, d.user_id) as user_id, coalesce(u.family_name, d.family_name, '') as family_name,
        coalesce(u.given_name, d.given_name, '') as given_name, p.state, p.wanted, p.remote_id, p.match_id,
        p.match_external_id, p.tries, p.tried_at, p.next_at, p.status, p.failure, p.answer
      from (select * from provisioned_users where target_uuid = ${uuid}::uuid
          ${state === undefined ? sql`` : sql`and state = ${state}`} ${after === undefined ? sql`` : sql`and user_uuid > ${after}::uuid`}
        order by user_uuid limit ${sql.lit(MAX_TARGET_PAGE + 1)}) p
      left join users u on u.tenant_id = p.tenant_id and u.uuid = p.user_uuid
      left join deleted_users d on d.tenant_id = p.tenant_id and d.uuid = p.user_uuid
      order by p.user_uuid`,
  );
  const results = rows.slice(0, MAX_TARGET_PAGE).map((row) => toUser(row, active ? heldUntil : null));
  return { results, next: rows.length > results.length ? (results.at(-1)?.uuid ?? null) : null };
}

/** Decides about users in the state that the decision is about. Answers how many they were. Throws `not_found`. */
export async function decide(
  tx: Tx,
  uuid: string,
  { decision, users }: { decision: TargetDecision; users: readonly string[] | null },
  now: Date,
): Promise<number> {
  await holdTarget(tx, uuid);
  if (decision === 'repair') return repair(tx, uuid, users, now);
  if (decision === 'allow') {
    const left = await letLeave(tx, uuid, users, now);
    if (users === null) await updateTarget(tx, uuid, { held_at: null });
    return left;
  }
  const done = await ask(
    tx,
    sql<{ user_uuid: string }>`
      update provisioned_users set state = 'waiting', tries = 0, first_tried_at = null, next_at = ${now},
        remote_id = ${decision === 'adopt' ? sql`match_id` : sql`remote_id`}, match_id = null, match_external_id = null
      where target_uuid = ${uuid}::uuid and state = ${decidedStates[decision]}
        ${users === null ? sql`` : sql`and user_uuid = any (${users}::uuid[])`}
      returning user_uuid`,
  );
  return done.length;
}

/** What an app is sent for a user. Throws `not_found`. */
export async function preview(tx: Tx, uuid: string, userId: string) {
  const found = await findForPreview(tx, await findStored(tx, uuid), userId);
  if (!found) throw fail('not_found');
  return { assigned: found.assigned, resource: JSON.stringify({ ...toSent(found.resource), active: true }) };
}

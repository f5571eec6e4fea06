import type { MyUserCode } from '#contract/authentication/me-user-code.ts';
import { fail } from '#contract/errors.ts';
import { isPin, type PinPolicy } from '#contract/rules.ts';
import type { Tx } from '../../../db/transaction.ts';
import { violates } from '../../../db/violation.ts';
import type { ClientInfo } from '../../../http/client-info.ts';
import type { Caller } from '../../../http/session.ts';
import type { Tools } from '../../../tools.ts';
import { queueNotice } from '../../notices/notices.ts';
import { spendTry } from '../../throttle/throttle.ts';
import { requireRecentProof } from '../recent-proof.ts';
import { effectivePinPolicy, newPin } from './pin.ts';
import * as queries from './queries.ts';

/** A made PIN that somebody has is made anew so often; with PINs as long as they must be, hardly ever once. */
const MOST_MADE = 10;

const policyOf = (caller: Caller) => caller.principal.policy.loginPolicy.userCode;

/** Whether one has a PIN, and the rules for a new one. Throws `no_user_exists`. */
export async function readMyUserCode(tx: Tx, caller: Caller): Promise<MyUserCode> {
  const row = await queries.readUserCode(tx, caller.uuid);
  if (!row) throw fail('no_user_exists');
  const policy = policyOf(caller);
  return {
    enabled: policy.enabled,
    assigned: row.assigned === true,
    issuedAt: row.user_code_issued_at?.toISOString() ?? null,
    allowUserEntry: policy.allowUserEntry,
    ...effectivePinPolicy(policy, row.user_count),
  };
}

interface Context {
  client: ClientInfo;
  now: Date;
  audit(tx: Tx): Promise<void>;
}

/**
 * Issues a PIN in place of the old one: the given one, or one the server makes and shows this once. Unique in the
 * tenant by a keyed hash, from which it cannot be read back. Throws `forbidden`, `reauthentication_required`,
 * `too_many_requests`, `invalid_params_user_code`, `duplicated_params_userCode`.
 */
export async function issueUserCode(
  tools: Tools,
  caller: Caller,
  given: string | undefined,
  context: Context,
): Promise<{ userCode: string | null }> {
  const policy = policyOf(caller);
  if (!policy.enabled) throw fail('forbidden');
  if (given !== undefined && !policy.allowUserEntry) throw fail('forbidden', { field: 'userCode' });
  requireRecentProof(caller, context.now);
  // That a PIN is taken is worth something to a guesser: the tries are few.
  const limit = { name: 'userCode', key: `${caller.tenantId}/${caller.uuid}`, most: 20, withinSeconds: 3600 };
  await spendTry(tools.db, [limit], context.now);
  const row = await tools.db.inTenant(caller.tenantId, (tx) => queries.readUserCode(tx, caller.uuid));
  const rule = effectivePinPolicy(policy, row?.user_count ?? 0);
  if (given === undefined) return { userCode: await makeUserCode(tools, caller, rule, context) };
  if (!isPin(given, rule)) throw fail('invalid_params_user_code', { field: 'userCode' });
  if (!(await storeUnlessTaken(tools, caller, given, context))) {
    throw fail('duplicated_params_userCode', { field: 'userCode' });
  }
  return { userCode: null };
}

async function makeUserCode(tools: Tools, caller: Caller, rule: PinPolicy, context: Context): Promise<string> {
  for (let made = 0; made < MOST_MADE; made += 1) {
    const pin = newPin(rule);
    if (await storeUnlessTaken(tools, caller, pin, context)) return pin;
  }
  throw fail('service_busy', { retryAfter: 1 });
}

/** False when somebody in the tenant has that PIN. */
async function storeUnlessTaken(tools: Tools, caller: Caller, pin: string, context: Context): Promise<boolean> {
  const { tenantId, uuid: userUuid } = caller;
  const { client, now } = context;
  try {
    await tools.db.inTenant(tenantId, async (tx) => {
      await queries.storeUserCode(tx, userUuid, tools.keyedHash('userCode', tenantId, pin), now);
      await queueNotice(tools, tx, { tenantId, userUuid, kind: 'pinIssued', client, now });
      await context.audit(tx);
    });
    return true;
  } catch (error) {
    if (violates(error, 'duplicated_params_userCode')) return false;
    throw error;
  }
}

/** Removes one's PIN. Throws `reauthentication_required`, `not_found`. */
export async function removeMyUserCode(
  tools: Tools,
  tx: Tx,
  caller: Caller,
  { client, now }: { client: ClientInfo; now: Date },
): Promise<void> {
  requireRecentProof(caller, now);
  if (!(await queries.removeUserCode(tx, caller.uuid))) throw fail('not_found');
  await queueNotice(tools, tx, { tenantId: caller.tenantId, userUuid: caller.uuid, kind: 'pinRemoved', client, now });
}

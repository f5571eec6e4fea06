import { fail } from '#contract/errors.ts';
import type { SecurityPolicy } from '#contract/security-policy.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { keptOut } from './barriers.ts';
import type { PolicyChange, PolicyCounts } from '../../tenant/ports.ts';
import { effects as passwordAndSessionEffects } from './effects.ts';
import { loginEffects } from './login-effects.ts';
import * as queries from './queries.ts';

/** All effects, in display order. */
const effects = [...loginEffects, ...passwordAndSessionEffects];

/** Users counted per call: about a third of a second, so that progress is visible. */
const BATCH = 100_000;

/** Counts the users affected by a change, for one batch of users after a cursor. */
export async function countTouched(
  tx: Tx,
  change: PolicyChange,
  asked: { caller: string; cursor: string | undefined; batch?: number },
): Promise<PolicyCounts> {
  const most = asked.batch ?? BATCH;
  const had = effects.flatMap(({ effect, touches }) => {
    const condition = touches(change);
    return condition ? [{ effect, condition }] : [];
  });
  const conditions = had.map(({ condition }) => condition);
  const batch = await queries.countBatch(tx, conditions, { after: asked.cursor ?? null, most });
  const own = await queries.conditionsOf(tx, conditions, asked.caller);
  return {
    effects: had.map(({ effect }, at) => ({ effect, users: batch.touched[at] ?? 0, you: own[at] ?? false })),
    touched: batch.any,
    counted: batch.counted,
    ...(batch.last && batch.counted === most ? { cursor: batch.last } : {}),
  };
}

/**
 * Refuses a policy that would lock out every administrator, unless the previous policy already did. Throws
 * `last_administrator`.
 */
export async function refuseLockout(tx: Tx, before: SecurityPolicy, after: SecurityPolicy): Promise<void> {
  const barred = keptOut(after);
  if (!barred || (await queries.hasAdministrator(tx, barred))) return;
  const barredBefore = keptOut(before);
  if (!barredBefore || (await queries.hasAdministrator(tx, barredBefore))) throw fail('last_administrator');
}

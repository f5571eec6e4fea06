import type { AnswerOf } from '#contract/route.ts';
import type { SecurityPolicy } from '#contract/security-policy.ts';
import type { previewPolicy } from '#contract/tenant/security-policy-routes.ts';
import type { Tx } from '../platform/db/transaction.ts';
import { port } from '../platform/port.ts';

// Functions that saving a policy requires of sign-in.

/** A change of the policy, and the time of its evaluation. */
export interface PolicyChange {
  before: SecurityPolicy;
  after: SecurityPolicy;
  now: Date;
}

export type PolicyCounts = Pick<AnswerOf<typeof previewPolicy>, 'effects' | 'touched' | 'counted' | 'cursor'>;

/** Counts the users affected by a change, for one batch of users after a cursor. */
export const countTouched = port<
  [tx: Tx, change: PolicyChange, asked: { caller: string; cursor: string | undefined; batch?: number }],
  Promise<PolicyCounts>
>('countTouched');

/** Refuses a policy that would lock out every administrator. Throws `last_administrator`. */
export const refuseLockout = port<[tx: Tx, before: SecurityPolicy, after: SecurityPolicy], Promise<void>>(
  'refuseLockout',
);

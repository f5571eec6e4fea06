import type { AnswerOf } from '#contract/route.ts';
import type { SecurityPolicy } from '#contract/security-policy.ts';
import type { previewPolicy } from '#contract/tenant/security-policy-routes.ts';
import type { Tx } from '../platform/db/transaction.ts';
import { port } from '../platform/port.ts';

// What saving a policy asks of sign-in.

/** A change of the policy, and when it is looked at. */
export interface PolicyChange {
  before: SecurityPolicy;
  after: SecurityPolicy;
  now: Date;
}

export type PolicyCounts = Pick<AnswerOf<typeof previewPolicy>, 'effects' | 'touched' | 'counted' | 'cursor'>;

/** Counts whom a change touches among the users behind a cursor, up to a part of them. */
export const countTouched = port<
  [tx: Tx, change: PolicyChange, asked: { caller: string; cursor: string | undefined; bite?: number }],
  Promise<PolicyCounts>
>('countTouched');

/** Refuses a policy that would keep out every administrator. Throws `last_administrator`. */
export const refuseLockout = port<[tx: Tx, before: SecurityPolicy, after: SecurityPolicy], Promise<void>>(
  'refuseLockout',
);

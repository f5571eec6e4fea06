import { fail } from '#contract/errors.ts';
import { mayWriteUsers } from '#contract/roles.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { readOperator } from './queries.ts';

/** Whether somebody may change users now. */
export async function mayChangeUsers(tx: Tx, operatorUuid: string): Promise<boolean> {
  const operator = await readOperator(tx, operatorUuid);
  return operator !== null && mayWriteUsers(operator);
}

/** Asked again in every batch of work. Throws `forbidden` when whoever had it begin may not change users any more. */
export async function refuseDemoted(tx: Tx, operatorUuid: string): Promise<void> {
  if (!(await mayChangeUsers(tx, operatorUuid))) throw fail('forbidden');
}

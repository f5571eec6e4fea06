import { fail } from '#contract/errors.ts';
import { rolePermissions } from '#contract/roles.ts';
import type { Tx } from '../../db/transaction.ts';
import { readOperator } from './queries.ts';

/** Whether somebody may change users now. A lock by wrong passwords, anybody's, takes no right away. */
export async function mayChangeUsers(tx: Tx, operatorUuid: string): Promise<boolean> {
  const operator = await readOperator(tx, operatorUuid);
  const isHere = operator?.status === 'active' || operator?.status === 'locked';
  return isHere && rolePermissions(operator.roles).has('users:write');
}

/** Asked again with every bite of a job. Throws `forbidden` when whoever had it begin may not change users any more. */
export async function refuseDemoted(tx: Tx, operatorUuid: string): Promise<void> {
  if (!(await mayChangeUsers(tx, operatorUuid))) throw fail('forbidden');
}

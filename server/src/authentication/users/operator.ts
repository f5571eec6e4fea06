import { fail } from '#contract/errors.ts';
import { rolePermissions } from '#contract/roles.ts';
import type { Tx } from '../../db/transaction.ts';
import { readOperator } from './queries.ts';

/** Asked again with every bite of a job. Throws `forbidden` when whoever had it begin may not change users any more. */
export async function refuseDemoted(tx: Tx, operatorUuid: string): Promise<void> {
  const operator = await readOperator(tx, operatorUuid);
  if (operator?.status !== 'active' || !rolePermissions(operator.roles).has('users:write')) throw fail('forbidden');
}

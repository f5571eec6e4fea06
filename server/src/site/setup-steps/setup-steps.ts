import type { getSetupSteps } from '#contract/site/setup-steps.ts';
import { fail } from '#contract/errors.ts';
import type { AnswerOf } from '#contract/route.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Caller } from '../../platform/http/session.ts';
import { readStoredTheme } from '../../tenant/branding/stored-theme.ts';
import { judgeSteps } from './decide.ts';
import { readSetup } from './queries.ts';

/**
 * State of the setup steps of the caller's tenant (spec section 2, setup navigation). Computed from the tenant's data
 * and never stored, so a step that is undone is open again. Throws `not_found`.
 */
export async function readSetupSteps(
  tx: Tx,
  caller: Caller,
  tenantId: string,
): Promise<AnswerOf<typeof getSetupSteps>> {
  const row = tenantId === caller.tenantId ? await readSetup(tx, caller.uuid) : null;
  if (!row) throw fail('not_found');
  const { themeColor, logoId } = readStoredTheme(row.custom_theme);
  return {
    steps: judgeSteps({
      policy: securityPolicy.parse(row.security_policy),
      hasTheme: themeColor !== null || logoId !== null,
      hasOwnFactor: row.has_own_factor,
      hasSecondAdministrator: row.has_second_administrator,
      hasPeople: row.has_people,
      hasGroups: row.has_groups,
    }),
  };
}

import { isAdministrator } from '#contract/roles.ts';
import { isProviderOpenTo } from '#contract/sign-in/login-ways.ts';
import type { Tx } from '../platform/db/transaction.ts';
import type { Account } from './account.ts';
import { findVouching } from './ports.ts';

/** `gone`: the connection vouches for the account no more; `closed`: it does, but does not sign it in. */
export type ByProvider = 'open' | 'closed' | 'gone';

/** Whether a connection to an identity provider signs an account in, as both and the policy are now. */
export async function judgeProvider(
  tx: Tx,
  { uuid, roles, policy }: Pick<Account, 'uuid' | 'roles' | 'policy'>,
  connection: string,
): Promise<ByProvider> {
  const vouching = await findVouching(tx, { connection, userUuid: uuid });
  if (vouching === null) return 'gone';
  // Who named the account of a user must not get past the MFA of an administrator whom the user has become (0226).
  if (vouching.isNamed && isAdministrator(roles)) return 'closed';
  return isProviderOpenTo(policy.loginPolicy, vouching, roles) ? 'open' : 'closed';
}

import { isProviderOpen, isProviderOpenTo } from '#contract/sign-in/login-ways.ts';
import { ordinaryRoles } from '#contract/roles.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import type { OfferedProvider } from '#contract/sign-in/login.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { readTenantPolicy } from '../../tenant/settings/tenant.ts';

type Provider = Pick<OfferedProvider, 'type' | 'id'>;

/** What the sign-in policy of the transaction's tenant says of ways to sign in. */
export const readWays = async (tx: Tx) => securityPolicy.parse((await readTenantPolicy(tx)) ?? {}).loginPolicy;

/** Whether it opens a provider at all. For whom, `sign-in/may.ts` decides. */
export const isOffered = async (tx: Tx, provider: Provider): Promise<boolean> =>
  isProviderOpen(await readWays(tx), provider);

/** Whether it opens a provider to a user; without one, to those who are added as users. */
export async function isOpenTo(tx: Tx, provider: Provider, userUuid?: string): Promise<boolean> {
  const policy = await readWays(tx);
  if (userUuid === undefined) return isProviderOpenTo(policy, provider, ordinaryRoles);
  const user = await tx.selectFrom('users').select('roles').where('uuid', '=', userUuid).executeTakeFirst();
  return user !== undefined && isProviderOpenTo(policy, provider, user.roles);
}

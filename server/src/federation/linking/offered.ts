import { isProviderOpen } from '#contract/sign-in/login-ways.ts';
import type { OfferedProvider } from '#contract/sign-in/login.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { offeredConnections } from '../openid-connections/openid-connections.ts';
import { offeredSamlConnections } from '../saml-connections/saml-connections.ts';
import { readWays } from './open-ways.ts';

/** The identity providers that a sign-in in the transaction's tenant can begin with, by name. */
export async function offeredProviders(tx: Tx): Promise<OfferedProvider[]> {
  const policy = await readWays(tx);
  const openid = await offeredConnections(tx);
  const saml = await offeredSamlConnections(tx);
  const all = [...openid.map(({ kind: type, opId: id, displayName }) => ({ type, id, displayName })), ...saml];
  return all.filter((provider) => isProviderOpen(policy, provider));
}

import { useEffect, useState } from 'react';
import type { OfferedProvider } from '#contract/sign-in/login.ts';
import type { LoginWay } from '../../session/accounts.ts';
import { findWays } from './login-calls.ts';

/** The part of those who sign in with another identity provider: no weight of the page's first load. */
export const loadFederated = () => import('./federated/ProviderButtons.tsx');

type Offered = {
  tenantId: string;
  providers: readonly OfferedProvider[];
  Buttons: Awaited<ReturnType<typeof loadFederated>>['ProviderButtons'];
};

/** The identity providers of the tenant that is named, with their buttons; and how its users may say who they are. */
export function useProviders(
  tenantId: string,
  onWays: (tenantId: string, ways: readonly LoginWay[]) => void,
): Offered | undefined {
  const [offered, setOffered] = useState<Offered>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each tenant
  useEffect(() => {
    if (tenantId === '') return;
    const controller = new AbortController();
    const find = async () => {
      const { loginTypes, providers } = await findWays(tenantId, controller.signal);
      onWays(tenantId, loginTypes);
      if (providers.length === 0) return;
      const { ProviderButtons: Buttons } = await loadFederated();
      if (!controller.signal.aborted) setOffered({ tenantId, providers, Buttons });
    };
    // Not knowing them, the page offers all ways; the server decides anyhow.
    find().catch(() => {});
    return () => controller.abort();
  }, [tenantId]);
  return offered?.tenantId === tenantId ? offered : undefined;
}

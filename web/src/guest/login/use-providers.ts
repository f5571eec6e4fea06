import { useEffect, useState } from 'react';
import type { OfferedProvider } from '#contract/sign-in/login.ts';
import type { LoginWay } from '../../session/accounts.ts';
import { findWays } from './login-calls.ts';

/** The part of those who sign in with another identity provider: no weight of the page's first load. */
export const loadFederated = () => import('./federated/ProviderButtons.tsx');

type Offered = {
  asked: string;
  tenantId: string;
  providers: readonly OfferedProvider[];
  Buttons: Awaited<ReturnType<typeof loadFederated>>['ProviderButtons'];
};

/**
 * The identity providers of the tenant that is asked for by its ID, or by the domain of an email address (`@example.com`),
 * with their buttons; and how its users may say who they are.
 */
export function useProviders(
  asked: string | undefined,
  onWays?: (asked: string, ways: readonly LoginWay[]) => void,
): Offered | undefined {
  const [offered, setOffered] = useState<Offered>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each
  useEffect(() => {
    if (!asked) return;
    const controller = new AbortController();
    const find = async () => {
      const { loginTypes, providers, tenantId = asked } = await findWays(asked, controller.signal);
      onWays?.(asked, loginTypes);
      if (!providers[0]) return;
      const { ProviderButtons: Buttons } = await loadFederated();
      if (!controller.signal.aborted) setOffered({ asked, tenantId, providers, Buttons });
    };
    // Not knowing them, the page offers all ways; the server decides anyhow.
    find().catch(() => {});
    return () => controller.abort();
  }, [asked]);
  return offered?.asked === asked ? offered : undefined;
}

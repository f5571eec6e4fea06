import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { getOpenidConnectionImpact } from '#contract/federation/connection-impact.ts';
import type {
  deleteOpenidConnection,
  updateOpenidConnection,
  verifyOpenidConnection,
} from '#contract/federation/openid-connections.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { isApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { bodyOf } from '../../../base/editing/editing.ts';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { type Provider, providerPath, providerQuery, providersKey } from '../queries.ts';
import { type Draft, draftOf, providerForm } from './draft.ts';

const pattern = 'powerUser';

/** The acts on a provider; what was done, or why not, is said by `say`. */
export function useProviderActs(provider: Provider, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const { opId: id, displayName: name } = provider;
  const params = { tenantId, id };
  const renew = () => queryClient.invalidateQueries({ queryKey: providersKey });
  /** A change sends the whole provider: nothing of it may have been changed meanwhile. */
  const put = async (change: { enabled?: boolean; clientSecret?: string }) => {
    const draft = draftOf(provider);
    const seen = bodyOf(providerForm, draft, Object.keys(draft) as (keyof Draft & string)[]);
    const body = { ...seen, ...change, expected: seen } as SentBodyOf<typeof updateOpenidConnection>;
    const done = await run(() =>
      call<typeof updateOpenidConnection>({ method: 'PUT', path: providerPath, params, body, pattern }),
    );
    await renew();
    return done !== undefined;
  };
  return {
    busy,
    setEnabled: async (enabled: boolean) => {
      if (await put({ enabled }))
        say({ kind: 'success', text: t(enabled ? 'openid.switchedOn' : 'openid.switchedOff', { name }) });
    },
    setSecret: async (clientSecret: string) => {
      const done = await put({ clientSecret });
      if (done) say({ kind: 'success', text: t('openid.secretSaved', { name }) });
      return done;
    },
    /** Leaves the portal for the provider, which sends the browser back to this page. */
    test: async () => {
      const path = '/api/auth/oidc/rp/verify';
      const begin = () => call<typeof verifyOpenidConnection>({ method: 'POST', path, body: { opId: id }, pattern });
      // The administrator is the one to ask: which check failed stands on the page.
      const done = await run(begin, (error) => {
        const isFailed =
          isApiError(error) && error.entries.some(({ message_id }) => message_id === 'rp_setting_invalid');
        if (isFailed) say({ kind: 'failure', text: t('openid.testFailed') });
        return isFailed;
      });
      await renew();
      if (done) window.location.assign(done.answer.url);
    },
    impact: () =>
      call<typeof getOpenidConnectionImpact>({ method: 'GET', path: `${providerPath}/impact`, params, pattern }),
    remove: async () => {
      const done = await run(() =>
        call<typeof deleteOpenidConnection>({ method: 'DELETE', path: providerPath, params, pattern }),
      );
      if (!done) return;
      await navigate({ to: paths.openidProviders, search: {}, ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: providerQuery(tenantId, id).queryKey });
      await renew();
    },
  };
}

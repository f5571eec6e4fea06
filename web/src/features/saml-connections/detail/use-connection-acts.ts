import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { getSamlConnectionImpact } from '#contract/federation/connection-impact.ts';
import type { deleteSamlConnection, updateSamlConnection } from '#contract/federation/saml-connections.ts';
import type { verifySamlConnection } from '#contract/federation/saml-sign-in.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { bodyOf } from '../../../base/editing/editing.ts';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { type Connection, connectionPath, connectionQuery, connectionsKey } from '../queries.ts';
import { connectionForm, type Draft, draftOf } from './draft.ts';

const pattern = 'powerUser';
export type ConnectionActs = ReturnType<typeof useConnectionActs>;

/** The acts on a connection; what was done, or why not, is said by `say`. */
export function useConnectionActs(connection: Connection, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const { samlId, displayName: name } = connection;
  const params = { tenantId, samlId };
  const renew = () => queryClient.invalidateQueries({ queryKey: connectionsKey });
  return {
    busy,
    /** A change sends the whole connection: nothing of it may have been changed meanwhile. */
    setEnabled: async (enabled: boolean) => {
      const draft = draftOf(connection);
      const seen = bodyOf(connectionForm, draft, Object.keys(draft) as (keyof Draft & string)[]);
      const body = { ...seen, enabled, expected: seen } as SentBodyOf<typeof updateSamlConnection>;
      const done = await run(() =>
        call<typeof updateSamlConnection>({ method: 'PUT', path: connectionPath, params, body, pattern }),
      );
      await renew();
      if (done) say({ kind: 'success', text: t(enabled ? 'openid.switchedOn' : 'openid.switchedOff', { name }) });
    },
    /** Leaves the portal for the provider, which sends the browser back to this page. */
    test: async () => {
      const path = '/api/auth/saml/sp/verify';
      const done = await run(() =>
        call<typeof verifySamlConnection>({ method: 'POST', path, body: { samlId }, pattern }),
      );
      if (done) window.location.assign(done.answer.url);
    },
    impact: () =>
      call<typeof getSamlConnectionImpact>({ method: 'GET', path: `${connectionPath}/impact`, params, pattern }),
    remove: async () => {
      const done = await run(() =>
        call<typeof deleteSamlConnection>({ method: 'DELETE', path: connectionPath, params, pattern }),
      );
      if (!done) return;
      await navigate({ to: paths.tenant('saml-settings'), search: {}, ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: connectionQuery(tenantId, samlId).queryKey });
      await renew();
    },
  };
}

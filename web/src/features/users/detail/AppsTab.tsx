import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { endUserConnectedApp } from '#contract/apps/connected-apps.ts';
import type { User } from '#contract/people/users-fields.ts';
import { call } from '../../../api/call.ts';
import { ConnectedApps } from '../../../base/connected-apps/ConnectedApps.tsx';
import { Loaded } from '../../../base/Loaded.tsx';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { connectedAppsQuery } from '../queries.ts';

type Props = { user: User; mayChange: boolean; say: (alert: AlertContent | undefined) => void };

/** The apps that a user has let in. */
export function AppsTab({ user: { tenantId, userId }, mayChange, say }: Props) {
  const t = useT();
  const queryClient = useQueryClient();
  const asked = connectedAppsQuery(tenantId, userId);
  const query = useQuery(asked);
  const end = (clientId: string) =>
    call<typeof endUserConnectedApp>({
      method: 'DELETE',
      path: '/api/auth/tenants/{tenantId}/users/{userId}/connectedApps/{clientId}',
      params: { tenantId, userId, clientId },
      pattern: 'powerUser',
    });
  return (
    <Loaded query={query} height={260} failedTitle={t('apps.failedTitle')}>
      {({ results }) => (
        <ConnectedApps
          apps={results}
          of="user"
          end={mayChange ? end : undefined}
          renew={() => queryClient.invalidateQueries({ queryKey: asked.queryKey })}
          say={say}
        />
      )}
    </Loaded>
  );
}

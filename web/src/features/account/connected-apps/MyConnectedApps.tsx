import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { endMyConnectedApp } from '#contract/apps/connected-apps.ts';
import { call } from '../../../api/call.ts';
import { ConnectedApps } from '../../../base/connected-apps/ConnectedApps.tsx';
import { Loaded } from '../../../base/Loaded.tsx';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { AppRequests } from '../app-requests/AppRequests.tsx';
import { connectedAppsQuery } from '../queries.ts';

const end = (clientId: string) =>
  call<typeof endMyConnectedApp>({
    method: 'DELETE',
    path: '/api/auth/me/connectedApps/{clientId}',
    params: { clientId },
  });

/** My account, connected apps: what one has let in, and the way to disconnect it. */
export function MyConnectedApps() {
  const t = useT();
  const queryClient = useQueryClient();
  const query = useQuery(connectedAppsQuery);
  const [alert, setAlert] = useState<AlertContent>();
  const renew = () => queryClient.invalidateQueries({ queryKey: connectedAppsQuery.queryKey });
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Loaded query={query} height={260} failedTitle={t('apps.failedTitle')}>
        {({ results }) => <ConnectedApps apps={results} of="me" end={end} renew={renew} say={setAlert} />}
      </Loaded>
      <AppRequests say={setAlert} />
    </>
  );
}

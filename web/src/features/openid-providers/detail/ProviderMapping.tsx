import { Suspense } from 'react';
import type { getOpenidMapping, setOpenidMapping } from '#contract/federation/connection-mappings.ts';
import { call } from '../../../api/call.ts';
import { MappingTab } from '../../../base/federation/mapping/MappingTab.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { GroupDialog } from '../../../pickers/dialogs.ts';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { type Provider, providerPath, providersKey } from '../queries.ts';

const path = `${providerPath}/mapping` as const;
const pattern = 'powerUser';

/** What the claims of an OpenID provider become. */
export function ProviderMapping({ provider, say }: { provider: Provider; say: (alert?: AlertContent) => void }) {
  const t = useT();
  const { tenantId } = useMe();
  const params = { tenantId, id: provider.opId };
  return (
    <MappingTab
      queryKey={[...providersKey, tenantId, 'mapping', provider.opId]}
      read={() => call<typeof getOpenidMapping>({ method: 'GET', path, params, pattern })}
      save={(body) => call<typeof setOpenidMapping>({ method: 'PUT', path, params, body, pattern })}
      pickGroup={(onOk, onCancel) => (
        <Suspense>
          <GroupDialog title={t('openid.map_group')} okLabel={t('common.add')} onOk={onOk} onCancel={onCancel} />
        </Suspense>
      )}
      say={say}
    />
  );
}

import { Suspense } from 'react';
import type { getSamlMapping, setSamlMapping } from '#contract/federation/connection-mappings.ts';
import { call } from '../../../api/call.ts';
import { MappingTab } from '../../../base/federation/mapping/MappingTab.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { GroupDialog } from '../../../pickers/dialogs.ts';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { type Connection, connectionPath, connectionsKey } from '../queries.ts';

const path = `${connectionPath}/mapping` as const;
const pattern = 'powerUser';

/** What the attributes of a SAML connection become. */
export function ConnectionMapping({
  connection,
  say,
}: {
  connection: Connection;
  say: (alert?: AlertContent) => void;
}) {
  const t = useT();
  const { tenantId } = useMe();
  const params = { tenantId, samlId: connection.samlId };
  return (
    <MappingTab
      queryKey={[...connectionsKey, tenantId, 'mapping', connection.samlId]}
      read={() => call<typeof getSamlMapping>({ method: 'GET', path, params, pattern })}
      save={(body) => call<typeof setSamlMapping>({ method: 'PUT', path, params, body, pattern })}
      pickGroup={(onOk, onCancel) => (
        <Suspense>
          <GroupDialog title={t('openid.map_group')} okLabel={t('common.add')} onOk={onOk} onCancel={onCancel} />
        </Suspense>
      )}
      say={say}
    />
  );
}

import { getRouteApi } from '@tanstack/react-router';
import type { Device } from '#contract/devices/fields.ts';
import { deviceHistory } from '../../../base/history/device-words.ts';
import { OperationHistory } from '../../../base/history/OperationHistory.tsx';
import { historyQuery } from '../../../base/history/query.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { devicesKey } from '../queries.ts';

const route = getRouteApi('/frame/portal/devices/$deviceId');

/** What administrators and the provider did to a device. */
export function HistoryTab({ device }: { device: Device }) {
  const t = useT();
  const { tenantId } = useMe();
  const { cursor } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <OperationHistory
      id="device-history"
      caption={t('devices.tab_history')}
      query={historyQuery(devicesKey, tenantId, { targetType: 'device', targetId: device.uuid }, cursor)}
      words={deviceHistory}
      empty={t('devices.historyEmpty')}
      onCursor={(next) => void navigate({ search: { tab: 'history', ...(next ? { cursor: next } : {}) } })}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Device } from '#contract/devices/fields.ts';
import type { Permission } from '#contract/roles.ts';
import { Conflict } from '../../../base/editing/Conflict.tsx';
import { deviceHistory } from '../../../base/history/device-words.ts';
import { fieldName, sideWords } from '../../../base/history/words.ts';
import { LeaveGuard } from '../../../base/LeaveGuard.tsx';
import { Loaded } from '../../../base/Loaded.tsx';
import { paths } from '../../../base/paths.ts';
import { ReasonsTab } from '../../../base/reasons/Reasons.tsx';
import { PlaceCrumbs } from '../../../base/PlaceCrumbs.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { idOfAddress } from '../../../base/thing-address.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { GroupPlaces } from '../../../pickers/GroupPlaces.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { EnterSaves } from '../../../ui/form/EnterSaves.tsx';
import { PageTabs } from '../../../ui/page/PageTabs.tsx';
import { SaveBar } from '../../../ui/form/SaveBar.tsx';
import { deviceQuery } from '../queries.ts';
import { DeviceHead } from './DeviceHead.tsx';
import { HistoryTab } from './HistoryTab.tsx';
import { type Draft, deviceForm } from './draft.ts';
import { type DeviceTab, deviceTabs } from './page-search.ts';
import { ProfileTab } from './ProfileTab.tsx';
import { useDeviceForm } from './use-device-form.ts';

const route = getRouteApi('/frame/portal/devices/$deviceId');

/** One device: what it is, its groups, what it can use and why, what was done to it. */
export function DevicePage() {
  const t = useT();
  const { tenantId } = useMe();
  const deviceId = idOfAddress(route.useParams().deviceId);
  const query = useQuery(deviceQuery(tenantId, deviceId));
  const here = query.data?.deviceId ?? deviceId;
  return (
    <>
      <PlaceCrumbs here={here} />
      {query.data ? null : <h1 className="visually-hidden">{here}</h1>}
      <Loaded
        query={query}
        height={480}
        failedTitle={t('devices.oneFailed')}
        missing={{
          title: t('devices.missing.title', { deviceId }),
          text: t('devices.missing.text'),
          back: t('devices.missing.back'),
          to: paths.devices,
        }}
      >
        {(device) => <DeviceForms key={device.uuid} device={device} />}
      </Loaded>
    </>
  );
}

/** The right a tab needs besides reading devices. */
const needs: Partial<Record<DeviceTab, Permission>> = { history: 'logs:read', licenses: 'licenses:read' };

function DeviceForms({ device }: { device: Device }) {
  const t = useT();
  const me = useMe();
  const { tab = 'profile' } = route.useSearch();
  const navigate = route.useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const form = useDeviceForm(device, setAlert);
  const mayChange = me.permissions.includes('devices:write');
  const contents: Record<DeviceTab, () => ReactNode> = {
    profile: () => (
      <EnterSaves>
        <ProfileTab device={device} form={form} mayChange={mayChange} />
      </EnterSaves>
    ),
    groups: () => (
      <GroupPlaces
        placed={{ kind: 'devices', tenantId: me.tenantId, id: device.deviceId }}
        groups={device.groups}
        why={t('devices.groupsWhy')}
        none={t('devices.noGroups')}
        mayChange={mayChange}
        say={setAlert}
      />
    ),
    licenses: () => <ReasonsTab holder={{ tenantId: me.tenantId, type: 'device', id: device.deviceId }} />,
    history: () => <HistoryTab device={device} />,
  };
  const offered = deviceTabs.filter((one) => me.permissions.includes(needs[one] ?? 'devices:read'));
  const open = (id: string) => {
    const next = offered.find((one) => one === id) ?? 'profile';
    void navigate({ search: next === 'profile' ? {} : { tab: next }, replace: true });
  };
  return (
    <>
      <DeviceHead device={device} mayChange={mayChange} say={setAlert} />
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Conflict<Draft>
        form={form}
        nameOf={(field) => fieldName(t, deviceHistory, field)}
        wordsOf={(draft, field) => sideWords(t, deviceHistory, field, deviceForm.sent(draft, field), String)}
      />
      <PageTabs
        label={t('devices.tabs')}
        value={offered.includes(tab) ? tab : 'profile'}
        tabs={offered.map((id) => ({ id, label: t(`devices.tab_${id}`), content: contents[id]() }))}
        onChange={open}
      />
      <SaveBar
        changed={form.changed && !form.conflict}
        invalid={!form.valid}
        busy={form.busy}
        onSave={form.save}
        onDiscard={form.discard}
      />
      <LeaveGuard changed={form.changed} />
    </>
  );
}

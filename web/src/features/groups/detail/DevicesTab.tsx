import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { groupDevicesQuery } from '../queries.ts';
import { AddDevices, TakeOut } from './MemberActs.tsx';
import { deviceColumns } from './member-columns.tsx';
import { MemberTable, useMembersAsked } from './MemberTable.tsx';
import type { TabProps } from './use-group-acts.ts';

/** The devices of a group. */
export function DevicesTab({ group, say }: TabProps) {
  const t = useT();
  const mayChange = useMe().permissions.includes('devices:write');
  const page = useQuery(groupDevicesQuery(group.tenantId, group.uuid, useMembersAsked()));
  const columns = useMemo(() => deviceColumns(t), [t]);
  return (
    <MemberTable
      thing="devices"
      page={page}
      columns={columns}
      nameOf={({ deviceId }) => deviceId}
      tools={
        <>
          <Link to={paths.devices} search={{ group: group.uuid }}>
            {t('groups.inDeviceList')}
          </Link>
          {mayChange ? <AddDevices group={group} say={say} /> : null}
        </>
      }
      takeOut={
        mayChange
          ? (chosen, onDone) => (
              <TakeOut
                thing="devices"
                group={group}
                say={say}
                chosen={chosen}
                idOf={({ deviceId }) => deviceId}
                onDone={onDone}
              />
            )
          : undefined
      }
    />
  );
}

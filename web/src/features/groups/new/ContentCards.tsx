import { personName } from '#contract/display.ts';
import { MAX_CHILD_GROUPS_A_CALL, MAX_GROUP_DEVICES_A_CALL, MAX_GROUP_USERS_A_CALL } from '#contract/limits.ts';
import { Suspense, useState } from 'react';
import { useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AddDevicesDialog, AddUsersDialog, GroupDialog } from '../../../pickers/dialogs.ts';
import { Person } from '../../../ui/text/Person.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { GroupName } from '../GroupName.tsx';
import { AddButton, Chosen, NotTaken } from './Chosen.tsx';
import { type Content, withThings } from './content.ts';
import { useAdding } from './use-adding.ts';

type Props = { content: Content; change: (part: Partial<Content>) => void };

/** The members, devices and child groups that a new group begins with. */
export function ContentCards(props: Props) {
  const mayChangeDevices = useMe().permissions.includes('devices:write');
  return (
    <>
      <UsersCard {...props} />
      {mayChangeDevices ? <DevicesCard {...props} /> : null}
      <ChildrenCard {...props} />
    </>
  );
}

function UsersCard({ content: { users }, change }: Props) {
  const t = useT();
  const language = useLanguage();
  const [choosing, setChoosing] = useState(false);
  const { left, add, remove } = useAdding(users, MAX_GROUP_USERS_A_CALL, (next) => change({ users: next }));
  return (
    <SettingsCard title={t('groups.members')} why={t('groups.membersWhy')}>
      <Chosen
        things={users}
        none={t('groups.noneYet')}
        onRemove={remove}
        nameOf={(user) => personName(user, language) || user.userId}
      >
        {(user) => <Person name={personName(user, language)} userId={user.userId} />}
      </Chosen>
      <AddButton disabled={users.length >= MAX_GROUP_USERS_A_CALL} onClick={() => setChoosing(true)}>
        {t('groups.add_users')}
      </AddButton>
      <NotTaken thing="users" left={left} most={MAX_GROUP_USERS_A_CALL} />
      {choosing ? (
        <Suspense>
          <AddUsersDialog
            title={t('groups.add_users')}
            okLabel={t('groups.add_users')}
            onOk={(more) => {
              setChoosing(false);
              add(more);
            }}
            onCancel={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </SettingsCard>
  );
}

function DevicesCard({ content: { devices }, change }: Props) {
  const t = useT();
  const [choosing, setChoosing] = useState(false);
  const { left, add, remove } = useAdding(devices, MAX_GROUP_DEVICES_A_CALL, (next) => change({ devices: next }));
  return (
    <SettingsCard title={t('groups.devices')} why={t('groups.devicesWhy')}>
      <Chosen things={devices} none={t('groups.noneYet')} onRemove={remove} nameOf={({ deviceId }) => deviceId}>
        {({ deviceId, description }) => <GroupName name={deviceId} groupId={description} />}
      </Chosen>
      <AddButton disabled={devices.length >= MAX_GROUP_DEVICES_A_CALL} onClick={() => setChoosing(true)}>
        {t('groups.add_devices')}
      </AddButton>
      <NotTaken thing="devices" left={left} most={MAX_GROUP_DEVICES_A_CALL} />
      {choosing ? (
        <Suspense>
          <AddDevicesDialog
            title={t('groups.add_devices')}
            okLabel={t('groups.add_devices')}
            onOk={(more) => {
              setChoosing(false);
              add(more);
            }}
            onCancel={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </SettingsCard>
  );
}

function ChildrenCard({ content: { children }, change }: Props) {
  const t = useT();
  const [choosing, setChoosing] = useState(false);
  return (
    <SettingsCard title={t('groups.children')} why={t('groups.childrenWhy')}>
      <Chosen
        things={children}
        none={t('groups.noneYet')}
        onRemove={(uuid) => change({ children: children.filter((one) => one.uuid !== uuid) })}
        nameOf={({ name }) => name}
      >
        {({ name, groupId }) => <GroupName name={name} groupId={groupId} />}
      </Chosen>
      <AddButton disabled={children.length >= MAX_CHILD_GROUPS_A_CALL} onClick={() => setChoosing(true)}>
        {t('groups.addChild')}
      </AddButton>
      {choosing ? (
        <Suspense>
          <GroupDialog
            title={t('groups.addChild')}
            okLabel={t('groups.addChildNow')}
            refused={({ uuid }) => (children.some((one) => one.uuid === uuid) ? t('groups.alreadyIn') : undefined)}
            onOk={(group) => {
              setChoosing(false);
              change({ children: withThings(children, [group], MAX_CHILD_GROUPS_A_CALL).things });
            }}
            onCancel={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </SettingsCard>
  );
}

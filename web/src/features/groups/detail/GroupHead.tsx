import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import IconUsersGroup from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs';
import { Suspense, useState } from 'react';
import type { Group } from '#contract/people/groups-fields.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { GroupDialog } from '../../../pickers/dialogs.ts';
import { groupQuery } from '../../../pickers/queries.ts';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { DetailHeader } from '../../../ui/page/DetailHeader.tsx';
import { PopoverButton, PopoverItem } from '../../../ui/dialog/PopoverButton.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import classes from '../groups.module.css';
import parts from '../../../ui/form/parts.module.css';
import { useGroupActs } from './use-group-acts.ts';

type Props = { group: Group; say: (alert: AlertContent | undefined) => void };

/** Which group it is, how much is in it, the id to copy, and the menu of acts. */
export function GroupHead({ group, say }: Props) {
  const t = useT();
  const me = useMe();
  return (
    <DetailHeader
      name={group.name}
      sign={
        <span className={classes.bigSign} aria-hidden="true">
          <IconUsersGroup size={26} stroke={1.5} />
        </span>
      }
      id={{ label: t('common.groupId'), value: group.groupId }}
      status={
        <>
          {group.azureADStatus ? <StatusBadge tone="neutral">{t('groups.synchronized')}</StatusBadge> : null}
          <span className={parts.note}>{t('groups.memberCount', { count: group.userCount })}</span>
          {group.deviceCount > 0 ? (
            <span className={parts.note}>{t('groups.deviceCount', { count: group.deviceCount })}</span>
          ) : null}
          {group.childCount > 0 ? (
            <span className={parts.note}>{t('groups.childCount', { count: group.childCount })}</span>
          ) : null}
        </>
      }
      actions={me.permissions.includes('users:write') ? <Acts group={group} say={say} /> : null}
    />
  );
}

function Acts({ group, say }: Props) {
  const t = useT();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<'move' | 'delete'>();
  const close = () => setAsked(undefined);
  const askToDelete = () => {
    // What deleting does to others is told by how many they are now.
    void queryClient.invalidateQueries({ queryKey: groupQuery(group.tenantId, group.uuid).queryKey });
    setAsked('delete');
  };
  return (
    <>
      <PopoverButton
        label={t('groups.acts')}
        target={(properties) => (
          <Button {...properties} variant="default" leftSection={<IconDotsVertical size={16} aria-hidden="true" />}>
            {t('groups.acts')}
          </Button>
        )}
      >
        <PopoverItem onClick={() => setAsked('move')}>{t('groups.move')}</PopoverItem>
        <PopoverItem onClick={askToDelete}>
          <span className={parts.danger}>{t('groups.delete')}</span>
        </PopoverItem>
      </PopoverButton>
      {asked === 'move' ? <MoveDialog group={group} say={say} onClose={close} /> : null}
      <DeleteDialog group={group} say={say} opened={asked === 'delete'} onClose={close} />
    </>
  );
}

/** Another place in the tree: one parent, or the top. What the server refuses (a cycle) is said in the dialog. */
function MoveDialog({ group, say, onClose }: Props & { onClose: () => void }) {
  const t = useT();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, move } = useGroupActs(group, say, setAlert);
  return (
    <Suspense>
      <GroupDialog
        title={t('groups.moveTitle', { name: group.name })}
        forGroup={group.uuid}
        okLabel={t('groups.moveHere')}
        lead={group.parentCount > 1 ? t('groups.moveFromAll', { count: group.parentCount }) : t('groups.moveLead')}
        unspecified={t('groups.topOfTree')}
        refused={({ uuid }) => (uuid === group.uuid ? t('groups.thisGroup') : undefined)}
        busy={busy}
        alert={alert}
        onOk={(parent) => void move(parent).then((done) => done && onClose())}
        onCancel={onClose}
      />
    </Suspense>
  );
}

function DeleteDialog({ group, say, opened, onClose }: Props & { opened: boolean; onClose: () => void }) {
  const t = useT();
  const { busy, remove } = useGroupActs(group, say);
  const { users, devices, parentGroups, childGroups, topGroups } = group.deletion;
  return (
    <ConfirmDialog
      opened={opened}
      title={t('groups.deleteTitle', { name: group.name })}
      okLabel={t('groups.delete')}
      danger
      busy={busy}
      affected={users + devices}
      onOk={() => void remove().then(onClose)}
      onCancel={onClose}
    >
      <ul className={classes.effects}>
        <li>{users > 0 ? t('groups.effect.users', { count: users }) : t('groups.effect.noUsers')}</li>
        {devices > 0 ? <li>{t('groups.effect.devices', { count: devices })}</li> : null}
        {parentGroups > 0 ? <li>{t('groups.effect.parents', { count: parentGroups })}</li> : null}
        {childGroups > 0 ? <li>{t('groups.effect.children', { count: childGroups })}</li> : null}
        {topGroups > 0 ? <li>{t('groups.effect.top', { count: topGroups })}</li> : null}
        <li>{t('groups.effect.final')}</li>
      </ul>
    </ConfirmDialog>
  );
}

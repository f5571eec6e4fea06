import { Button } from '@mantine/core';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { Suspense, useState } from 'react';
import type { GroupMember } from '#contract/authentication/groups-members.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AddUsersDialog } from '../../../pickers/dialogs.ts';
import type { AlertContent } from '../../../ui/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import classes from '../groups.module.css';
import type { TabProps } from './MembersTab.tsx';
import { useMembers } from './use-members.tsx';

/** The button and dialog that put users into the group. */
export function AddMembers({ group, say }: Pick<TabProps, 'group' | 'say'>) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, users } = useMembers(group, say, setAlert);
  return (
    <>
      <Button
        className={classes.end}
        leftSection={<IconUserPlus size={16} aria-hidden="true" />}
        onClick={() => {
          setAlert(undefined);
          setOpened(true);
        }}
      >
        {t('groups.addUsers')}
      </Button>
      {opened ? (
        <Suspense>
          <AddUsersDialog
            title={t('groups.addUsersTitle', { name: group.name })}
            okLabel={t('groups.addUsersNow')}
            notIn={group.uuid}
            busy={busy}
            alert={alert}
            onOk={(chosen) =>
              void users(
                'add',
                chosen.map(({ userId }) => userId),
              ).then((done) => setOpened(!done))
            }
            onCancel={() => setOpened(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

type RemoveProps = Pick<TabProps, 'group' | 'say'> & { chosen: readonly GroupMember[]; onDone: () => void };

/** Takes direct members out. Who comes through a child group stays a member, which the dialog says before. */
export function RemoveMembers({ group, say, chosen, onDone }: RemoveProps) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const { busy, users } = useMembers(group, say);
  const direct = chosen.filter((member) => member.direct);
  const staying = chosen.filter(({ through }) => through.length > 0).length;
  const remove = () => {
    const ids = direct.map(({ userId }) => userId);
    void users('remove', ids).then((done) => {
      setOpened(false);
      if (done) onDone();
    });
  };
  return (
    <>
      <Button size="compact-sm" variant="default" disabled={direct.length === 0} onClick={() => setOpened(true)}>
        {t('groups.takeOut')}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={t('groups.removeUsersTitle', { count: direct.length, name: group.name })}
        okLabel={t('groups.takeOut')}
        danger
        busy={busy}
        affected={direct.length}
        onOk={remove}
        onCancel={() => setOpened(false)}
      >
        <p>{t('groups.removeUsersEffect', { count: direct.length })}</p>
        {staying > 0 ? <p>{t('groups.staying', { count: staying })}</p> : null}
      </ConfirmDialog>
    </>
  );
}

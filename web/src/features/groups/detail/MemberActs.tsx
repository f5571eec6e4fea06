import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { type ReactNode, Suspense, useState } from 'react';
import type { ListedUser } from '#contract/people/users-fields.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AddDevicesDialog, AddUsersDialog } from '../../../pickers/dialogs.ts';
import type { PickDialogProps } from '../../../pickers/PickRowsDialog.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { goneAlert, goneOf, type Sent, userWords } from '../gone.ts';
import classes from '../groups.module.css';
import type { TabProps } from './use-group-acts.ts';
import { useMembers } from './use-members.tsx';

type Props = Pick<TabProps, 'group' | 'say'>;

/** The button and dialog that put users into the group. */
export function AddUsers(props: Props) {
  const t = useT();
  const language = useLanguage();
  const toChosen = (user: ListedUser) => ({
    uuid: user.uuid,
    id: user.userId,
    words: userWords(t, user, language),
  });
  return (
    <Add {...props} thing="users" icon={<IconUserPlus size={16} aria-hidden="true" />}>
      {(dialog, add) => <AddUsersDialog {...dialog} onOk={(users) => add(users.map(toChosen))} />}
    </Add>
  );
}

/** The button and dialog that put devices into the group. */
export function AddDevices(props: Props) {
  return (
    <Add {...props} thing="devices" icon={<IconPlus size={16} aria-hidden="true" />}>
      {(dialog, add) => (
        <AddDevicesDialog
          {...dialog}
          onOk={(devices) => add(devices.map(({ uuid, deviceId }) => ({ uuid, id: deviceId, words: deviceId })))}
        />
      )}
    </Add>
  );
}

type AddProps = Props & {
  thing: 'users' | 'devices';
  icon: ReactNode;
  children: (dialog: Omit<PickDialogProps<never>, 'onOk'>, add: (chosen: readonly Chosen[]) => void) => ReactNode;
};

type Chosen = Sent & { id: string };

function Add({ group, say, thing, icon, children }: AddProps) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const [alert, setAlert] = useState<AlertContent>();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const { busy, change } = useMembers(group, say, setAlert);
  const add = (chosen: readonly Chosen[]) => {
    const ids = chosen.map(({ id }) => id);
    const refused = (error: unknown) => {
      const found = goneOf(error, thing, chosen);
      if (found.length === 0) return false;
      setGone((before) => new Set([...before, ...found.map(({ uuid }) => uuid)]));
      setAlert(goneAlert(t, thing, found));
      return true;
    };
    void change(thing, 'add', ids, refused).then((done) => setOpened(!done));
  };
  const dialog = {
    title: t(`groups.addTitle_${thing}`, { name: group.name }),
    okLabel: t(`groups.add_${thing}`),
    notIn: group.uuid,
    busy,
    alert,
    gone,
    onCancel: () => setOpened(false),
  };
  return (
    <>
      <Button
        className={classes.end}
        leftSection={icon}
        onClick={() => {
          setAlert(undefined);
          setGone(new Set());
          setOpened(true);
        }}
      >
        {t(`groups.add_${thing}`)}
      </Button>
      {opened ? <Suspense>{children(dialog, add)}</Suspense> : null}
    </>
  );
}

type TakeOutProps<Row> = Props & {
  thing: 'users' | 'devices';
  chosen: readonly Row[];
  idOf: (row: Row) => string;
  onDone: () => void;
};

/** Takes direct members out. What comes through a child group stays in the group, which the dialog says before. */
export function TakeOut<Row extends { direct: boolean; through: readonly unknown[] }>({
  group,
  say,
  thing,
  chosen,
  idOf,
  onDone,
}: TakeOutProps<Row>) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const { busy, change } = useMembers(group, say);
  const direct = chosen.filter((member) => member.direct);
  const staying = chosen.filter(({ through }) => through.length > 0).length;
  const remove = () =>
    void change(thing, 'remove', direct.map(idOf)).then((done) => {
      setOpened(false);
      if (done) onDone();
    });
  return (
    <>
      <Button size="compact-sm" variant="default" disabled={direct.length === 0} onClick={() => setOpened(true)}>
        {t('groups.takeOut')}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={t(`groups.removeTitle_${thing}`, { count: direct.length, name: group.name })}
        okLabel={t('groups.takeOut')}
        danger
        busy={busy}
        affected={direct.length}
        onOk={remove}
        onCancel={() => setOpened(false)}
      >
        <p>{t(`groups.removeEffect_${thing}`, { count: direct.length })}</p>
        {staying > 0 ? <p>{t(`groups.staying_${thing}`, { count: staying })}</p> : null}
      </ConfirmDialog>
    </>
  );
}

import { ActionIcon, Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { User } from '#contract/authentication/users-fields.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { GroupDialog } from '../../../pickers/dialogs.ts';
import type { AlertContent } from '../../../ui/AlertArea.tsx';
import { SettingsCard } from '../../../ui/SettingsCard.tsx';
import classes from '../users.module.css';
import { useUserGroups } from './use-user-groups.ts';

type Props = { user: User; mayChange: boolean; say: (alert: AlertContent | undefined) => void };

/** The groups a user was put into: put into more, taken out, with Undo. */
export function GroupsTab({ user, mayChange, say }: Props) {
  const t = useT();
  const { busy, remove } = useUserGroups(user, say);
  const groups = [...user.groups].sort((one, other) => one.name.localeCompare(other.name));
  return (
    <SettingsCard title={t('common.groups')} why={t('users.groupsWhy')}>
      {groups.length === 0 ? <p className={classes.note}>{t('users.noGroups')}</p> : null}
      <ul className={classes.groups}>
        {groups.map((group) => (
          <li key={group.uuid}>
            <div>
              <Link to="/portal/groups/$uuid" params={{ uuid: group.uuid }}>
                {group.name}
              </Link>
              <div className={classes.note}>{group.groupId}</div>
            </div>
            {mayChange ? (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                disabled={busy}
                aria-label={t('users.takeOutOf', { group: group.name })}
                title={t('users.takeOutOf', { group: group.name })}
                onClick={() => void remove(group)}
              >
                <IconX size={18} />
              </ActionIcon>
            ) : null}
          </li>
        ))}
      </ul>
      {mayChange ? <PutInto user={user} say={say} /> : null}
    </SettingsCard>
  );
}

function PutInto({ user, say }: Omit<Props, 'mayChange'>) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, add } = useUserGroups(user, say, setAlert);
  return (
    <>
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => {
            setAlert(undefined);
            setOpened(true);
          }}
        >
          {t('users.putIntoGroup')}
        </Button>
      </div>
      {opened ? (
        <Suspense>
          <GroupDialog
            title={t('users.putIntoGroupTitle', { userId: user.userId })}
            okLabel={t('users.putIntoGroupNow')}
            refused={({ uuid }) =>
              user.groups.some((group) => group.uuid === uuid) ? t('users.alreadyInGroup') : undefined
            }
            busy={busy}
            alert={alert}
            onOk={(group) => void add(group).then((done) => setOpened(!done))}
            onCancel={() => setOpened(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

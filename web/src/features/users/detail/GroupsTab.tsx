import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { Suspense, useState } from 'react';
import type { User } from '#contract/authentication/users-fields.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { GroupDialog } from '../../../pickers/dialogs.ts';
import type { AlertContent } from '../../../ui/AlertArea.tsx';
import { SettingsCard } from '../../../ui/SettingsCard.tsx';
import { GroupList } from '../GroupList.tsx';
import classes from '../users.module.css';
import { useUserGroups } from './use-user-groups.ts';

type Props = { user: User; mayChange: boolean; say: (alert: AlertContent | undefined) => void };

/** The groups a user was put into: put into more, taken out, with Undo. */
export function GroupsTab({ user, mayChange, say }: Props) {
  const t = useT();
  const { busy, remove } = useUserGroups(user, say);
  return (
    <SettingsCard title={t('common.groups')} why={t('users.groupsWhy')}>
      {user.groups.length === 0 ? <p className={classes.note}>{t('users.noGroups')}</p> : null}
      <GroupList groups={user.groups} busy={busy} onRemove={mayChange ? (group) => void remove(group) : undefined} />
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

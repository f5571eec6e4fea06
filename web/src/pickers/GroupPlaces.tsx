import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { Suspense, useState } from 'react';
import type { GroupName } from '#contract/people/groups-fields.ts';
import { useT } from '../i18n/use-t.tsx';
import type { AlertContent } from '../ui/page/AlertArea.tsx';
import { SettingsCard } from '../ui/form/SettingsCard.tsx';
import { GroupDialog } from './dialogs.ts';
import { GroupList } from './GroupList.tsx';
import classes from './pickers.module.css';
import { type Placed, useGroupPlaces } from './use-group-places.ts';

type Props = {
  placed: Placed;
  groups: readonly GroupName[];
  /** What its groups decide, and what is said while it is in none. */
  why: string;
  none: string;
  mayChange: boolean;
  say: (alert: AlertContent | undefined) => void;
};

/** The groups a user or a device was put into: put into more, taken out, with Undo. */
export function GroupPlaces({ placed, groups, why, none, mayChange, say }: Props) {
  const t = useT();
  const { busy, remove } = useGroupPlaces(placed, say);
  return (
    <SettingsCard title={t('common.groups')} why={why}>
      {groups.length === 0 ? <p className={classes.note}>{none}</p> : null}
      <GroupList groups={groups} busy={busy} onRemove={mayChange ? (group) => void remove(group) : undefined} />
      {mayChange ? <PutInto placed={placed} groups={groups} say={say} /> : null}
    </SettingsCard>
  );
}

function PutInto({ placed, groups, say }: Pick<Props, 'placed' | 'groups' | 'say'>) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, add } = useGroupPlaces(placed, say, setAlert);
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
          {t('common.putIntoGroup')}
        </Button>
      </div>
      {opened ? (
        <Suspense>
          <GroupDialog
            title={t('common.putIntoGroupTitle', { id: placed.id })}
            okLabel={t('common.putIntoGroupNow')}
            refused={({ uuid }) =>
              groups.some((group) => group.uuid === uuid) ? t('common.alreadyInGroup') : undefined
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

import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { Suspense, useState } from 'react';
import { useT } from '../../../i18n/use-t.tsx';
import { GroupDialog } from '../../../pickers/dialogs.ts';
import { GroupList } from '../../../pickers/GroupList.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import parts from '../../../ui/form/parts.module.css';
import type { FormPart } from './NewPersonCard.tsx';

/** The groups that the new user will be in. */
export function NewGroupsCard({ form, set }: FormPart) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const isChosen = (uuid: string) => form.groups.some((group) => group.uuid === uuid);
  return (
    <SettingsCard title={t('common.groups')} why={t('users.newGroupsWhy')}>
      <GroupList
        groups={form.groups}
        onRemove={({ uuid }) => set({ groups: form.groups.filter((group) => group.uuid !== uuid) })}
      />
      <div className={parts.buttons}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => setOpened(true)}
        >
          {t('common.putIntoGroup')}
        </Button>
      </div>
      {opened ? (
        <Suspense>
          <GroupDialog
            title={t('users.newGroupTitle')}
            okLabel={t('common.putIntoGroupNow')}
            refused={({ uuid }) => (isChosen(uuid) ? t('common.alreadyInGroup') : undefined)}
            onOk={({ uuid, groupId, name }) => {
              set({ groups: [...form.groups, { uuid, groupId, name }] });
              setOpened(false);
            }}
            onCancel={() => setOpened(false)}
          />
        </Suspense>
      ) : null}
    </SettingsCard>
  );
}

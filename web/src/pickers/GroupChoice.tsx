import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useT } from '../i18n/use-t.tsx';
import { ChosenList } from '../ui/list/ChosenList.tsx';
import { GroupDialog } from './dialogs.ts';
import classes from './pickers.module.css';
import { useGroupNames } from './use-group-names.ts';

type Props = {
  /** Their uuids. */
  value: readonly string[];
  most: number;
  addLabel: string;
  removeLabel: (name: string) => string;
  onChange: (groups: string[]) => void;
};

/** Chooses some groups. Whoever uses it needs the texts of `transfer`. */
export function GroupChoice({ value, most, addLabel, removeLabel, onChange }: Props) {
  const t = useT();
  const [adding, setAdding] = useState(false);
  const names = useGroupNames(value.map((uuid) => ({ group: { uuid } })));
  return (
    <div className={classes.choice}>
      <ChosenList
        rows={value.map((uuid) => ({ id: uuid, name: names[uuid] ?? uuid }))}
        removeLabel={removeLabel}
        onRemove={(id) => onChange(value.filter((one) => one !== id))}
      />
      <Button variant="default" disabled={value.length >= most} onClick={() => setAdding(true)}>
        {addLabel}
      </Button>
      {adding ? (
        <Suspense>
          <GroupDialog
            title={addLabel}
            okLabel={t('common.add')}
            onOk={({ uuid }) => {
              setAdding(false);
              onChange([...new Set([...value, uuid])].sort());
            }}
            onCancel={() => setAdding(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

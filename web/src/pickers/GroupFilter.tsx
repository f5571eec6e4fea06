import { ActionIcon, Button, Input } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { hasErrorId } from '../api/api-error.ts';
import { useMe } from '../base/session-queries.ts';
import { useT } from '../i18n/use-t.tsx';
import { GroupDialog } from './dialogs.ts';
import classes from './pickers.module.css';
import { groupQuery } from './queries.ts';

type Props = {
  label: string;
  /** What stands there while any group will do. */
  any: string;
  /** The uuid of a group. */
  value: string | undefined;
  onChange: (uuid: string | undefined) => void;
};

/** A filter by one group: its name on a button that opens the dialog, and a cross that takes it away. */
export function GroupFilter({ label, any, value, onChange }: Props) {
  const t = useT();
  const id = useId();
  const { tenantId } = useMe();
  const [choosing, setChoosing] = useState(false);
  const { data, error } = useQuery({ ...groupQuery(tenantId, value ?? ''), enabled: value !== undefined });
  const unnamed = hasErrorId(error, 'not_found') ? t('ui.filterGroup') : value;
  const shown = value === undefined ? any : (data?.name ?? unnamed);
  return (
    <Input.Wrapper id={id} className={classes.filterPlace} label={<span id={`${id}-label`}>{label}</span>}>
      <div className={classes.filter}>
        <Button
          id={id}
          variant="default"
          aria-haspopup="dialog"
          title={shown}
          aria-labelledby={`${id}-label ${id}`}
          onClick={() => setChoosing(true)}
        >
          {shown}
        </Button>
        {value === undefined ? null : (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('ui.removeFilter', { name: label })}
            title={t('ui.removeFilter', { name: label })}
            onClick={() => onChange(undefined)}
          >
            <IconX size={16} />
          </ActionIcon>
        )}
      </div>
      {choosing ? (
        <Suspense>
          <GroupDialog
            title={label}
            onOk={({ uuid }) => {
              setChoosing(false);
              onChange(uuid);
            }}
            onCancel={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </Input.Wrapper>
  );
}

import { ActionIcon } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactNode } from 'react';
import classes from './ChosenList.module.css';

type Props = {
  rows: readonly { id: string; name: string; content?: ReactNode }[];
  removeLabel: (name: string) => string;
  onRemove: (id: string) => void;
};

/** What was chosen in a form, each with a way out; nothing while there is none. */
export function ChosenList({ rows, removeLabel, onRemove }: Props) {
  if (rows.length === 0) return null;
  return (
    <ul className={classes.list}>
      {rows.map(({ id, name, content }) => (
        <li key={id}>
          <div>{content ?? name}</div>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={removeLabel(name)}
            title={removeLabel(name)}
            onClick={() => onRemove(id)}
          >
            <IconX size={18} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

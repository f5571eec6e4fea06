import { ActionIcon, Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactNode } from 'react';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import classes from '../groups.module.css';
import parts from '../../../ui/form/parts.module.css';

type ChosenProps<Thing> = {
  things: readonly Thing[];
  /** Said while nothing is chosen. */
  none: string;
  onRemove: (uuid: string) => void;
  nameOf: (thing: Thing) => string;
  children: (thing: Thing) => ReactNode;
};

/** What has been chosen, each with a button that takes it away again. */
export function Chosen<Thing extends { uuid: string }>({
  things,
  none,
  onRemove,
  nameOf,
  children,
}: ChosenProps<Thing>) {
  const t = useT();
  if (things.length === 0) return <p className={parts.note}>{none}</p>;
  return (
    <ul className={classes.chosen}>
      {things.map((thing) => (
        <li key={thing.uuid}>
          {children(thing)}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('groups.removeOne', { name: nameOf(thing) })}
            title={t('common.remove')}
            onClick={() => onRemove(thing.uuid)}
          >
            <IconX size={18} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

type AddButtonProps = { children: string; disabled: boolean; onClick: () => void };

export function AddButton({ children, disabled, onClick }: AddButtonProps) {
  return (
    <div className={parts.buttons}>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        disabled={disabled}
        onClick={onClick}
      >
        {children}
      </Button>
    </div>
  );
}

type NotTakenProps = { thing: 'users' | 'devices'; left: number; most: number };

/** Says how many of those that were added last are not in the list, because a new group begins with no more. */
export function NotTaken({ thing, left, most }: NotTakenProps) {
  const t = useT();
  const language = useLanguage();
  if (left === 0) return null;
  return (
    <p role="alert" className={classes.limit}>
      {t(`groups.notTaken_${thing}`, { count: left, most: new Intl.NumberFormat(language).format(most) })}
    </p>
  );
}

import { ActionIcon, Button } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useState } from 'react';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { DialogBox } from '../../ui/dialog/DialogBox.tsx';
import { type EditingStore, useEdited } from './editing-store.ts';
import { changeCount, nothingPending, type Pending } from './pending.ts';
import classes from './permissions.module.css';
import type { VolumeType } from './types.ts';

type Props = { type: VolumeType; editing: EditingStore; pending: Pending; onRemove: (id: string) => void };

/** How much is pending, and on demand what: each change can be taken back by itself, wherever its row is. */
export function ChangeList({ type, editing, pending, onRemove }: Props) {
  const t = useT();
  const [opened, open] = useState(false);
  const count = changeCount(pending);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-haspopup="dialog"
        disabled={pending.changed.size === 0 && !pending.all}
        onClick={() => open(true)}
      >
        {t('permissions.changes', { count })}
      </Button>
      {opened ? (
        <DialogBox
          opened
          dismissable
          onClose={() => open(false)}
          label={t('permissions.changes', { count })}
          className={classes.changes}
          width={480}
        >
          <Listed type={type} editing={editing} onRemove={onRemove} onClose={() => open(false)} />
        </DialogBox>
      ) : null}
    </>
  );
}

/** The next one gets the focus, so that several can be removed one after the other. */
function focusNeighbour(button: HTMLElement): void {
  const item = button.closest('li');
  const next = item?.nextElementSibling ?? item?.previousElementSibling;
  const close = button.closest('dialog')?.querySelector<HTMLElement>('header button');
  (next?.querySelector('button') ?? close)?.focus();
}

function Listed({ type, editing, onRemove, onClose }: Omit<Props, 'pending'> & { onClose: () => void }) {
  const t = useT();
  const collator = new Intl.Collator(useLanguage(), { numeric: true });
  const pending = useEdited(editing, (now) => now?.pending) ?? nothingPending;
  const { all } = pending;
  const changes = [...pending.changed].sort(([, one], [, other]) => collator.compare(one.name, other.name));
  return (
    <>
      <header>
        <h2>{t('permissions.changes', { count: changeCount(pending) })}</h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('common.close')}
          title={t('common.close')}
          onClick={onClose}
        >
          <IconX size={18} />
        </ActionIcon>
      </header>
      {all ? <p>{t(`permissions.all.${all.permitted ? 'permit' : 'take'}Rule_${type}`)}</p> : null}
      {changes.length === 0 && !all ? <p>{t('permissions.noChanges')}</p> : null}
      <ul>
        {changes.map(([id, { name, permitted }]) => (
          <li key={id}>
            <span>
              {name}
              {name === id ? null : <small>{id}</small>}
            </span>
            <span>{t(permitted ? 'permissions.assigns' : 'permissions.removes')}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('permissions.removeChange', { name })}
              title={t('permissions.removeChange', { name })}
              onClick={({ currentTarget }) => {
                focusNeighbour(currentTarget);
                onRemove(id);
              }}
            >
              <IconX size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </>
  );
}

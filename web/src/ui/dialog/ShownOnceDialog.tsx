import { useId, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { DialogBox } from './DialogBox.tsx';
import dialog from './ModalDialog.module.css';

type Props = { title: string; okLabel: string; width: number; onClose: () => void; children: ReactNode };

/** Shows what cannot be shown again: only its button closes it, no slip of the Escape key. */
export function ShownOnceDialog({ title, okLabel, width, onClose, children }: Props) {
  const id = useId();
  return (
    <DialogBox opened onClose={() => undefined} labelledBy={id} className={dialog.dialog} width={width}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps a key from closing the dialog */}
      <div className={dialog.form} onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}>
        <div className={dialog.header}>
          <h2 id={id}>{title}</h2>
        </div>
        <div className={dialog.content}>{children}</div>
        <Button fullWidth onClick={onClose} data-autofocus>
          {okLabel}
        </Button>
      </div>
    </DialogBox>
  );
}

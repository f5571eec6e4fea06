import { useState, type ReactNode } from 'react';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { ModalDialog } from './ModalDialog.tsx';
import { TextBox } from '../form/TextBox.tsx';

export type ConfirmDialogProps = {
  opened: boolean;
  title: string;
  /** The effect, in numbers: "412 users lose access to Print Flow." */
  children: ReactNode;
  okLabel: string;
  /** Where “Cancel” would say two things. */
  cancelLabel?: string;
  onOk: () => void;
  onCancel: () => void;
  busy?: boolean;
  danger?: boolean;
  /** How many are affected; above 100 the number has to be typed. */
  affected?: number;
  /** What it affects is not known, or forbids it. */
  blocked?: boolean;
};

/** From here on a slip of the mouse is too dear. */
export const TYPED_CONFIRMATION_ABOVE = 100;

/** Says whether the number typed confirms an act on so many. */
export function isConfirmed(affected: number, typed: string): boolean {
  return affected <= TYPED_CONFIRMATION_ABOVE || typed === String(affected);
}

/** Asks before a dangerous act. */
export function ConfirmDialog({ affected = 0, blocked = false, opened, children, ...dialog }: ConfirmDialogProps) {
  const [typed, setTyped] = useState('');
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    setTyped('');
  }
  const t = useT();
  const shown = new Intl.NumberFormat(useLanguage()).format(affected);
  return (
    <ModalDialog {...dialog} opened={opened} okDisabled={blocked || !isConfirmed(affected, typed)}>
      <div>{children}</div>
      {affected > TYPED_CONFIRMATION_ABOVE ? (
        <TextBox
          label={t('ui.typeNumber', { number: shown })}
          kind="numeric"
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          data-autofocus
        />
      ) : null}
    </ModalDialog>
  );
}

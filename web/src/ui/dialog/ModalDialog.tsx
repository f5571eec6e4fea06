import { ActionIcon, Button } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useId, type ReactNode } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { useSaveKeys } from '../form/use-save-keys.ts';
import { DialogBox } from './DialogBox.tsx';
import classes from './ModalDialog.module.css';

export type ModalDialogProps = {
  opened: boolean;
  title: string;
  onOk: () => void;
  onCancel: () => void;
  okLabel?: string;
  cancelLabel?: string;
  okDisabled?: boolean;
  /** OK turns a wheel; neither button nor Escape does anything. */
  busy?: boolean;
  danger?: boolean;
  /** Width in pixels; never wider than the window. */
  width?: number;
  children?: ReactNode;
};

/** A dialog with OK and Cancel. It keeps the focus, gives it back, and Escape cancels. */
export function ModalDialog(props: ModalDialogProps) {
  const {
    opened,
    title,
    onOk,
    onCancel,
    okLabel,
    cancelLabel,
    okDisabled,
    busy = false,
    danger = false,
    width = 480,
    children,
  } = props;
  const t = useT();
  const titleId = useId();
  const cancel = () => {
    if (!busy) onCancel();
  };
  const ok = () => {
    if (!busy && !okDisabled) onOk();
  };
  const submit = (event: { preventDefault: () => void; stopPropagation: () => void }) => {
    event.preventDefault();
    // React lets the event climb to the page's form although the dialog stands in the body.
    event.stopPropagation();
    ok();
  };
  // Nothing dangerous happens for those who only meant to save.
  useSaveKeys(danger ? undefined : ok, 'dialog', opened);
  return (
    <DialogBox opened={opened} onClose={cancel} labelledBy={titleId} className={classes.dialog} width={width}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <div className={classes.header}>
          <h2 id={titleId}>{title}</h2>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('common.close')}
            title={t('common.close')}
            onClick={cancel}
          >
            <IconX size={20} />
          </ActionIcon>
        </div>
        <div className={classes.content}>{children}</div>
        <div className={classes.buttons}>
          <Button variant="default" onClick={cancel} disabled={busy}>
            {cancelLabel ?? t('common.cancel')}
          </Button>
          <Button type="submit" color={danger ? 'red' : undefined} disabled={okDisabled} loading={busy}>
            {okLabel ?? t('common.ok')}
          </Button>
        </div>
      </form>
    </DialogBox>
  );
}

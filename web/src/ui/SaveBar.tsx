import { Button } from '@mantine/core';
import { useT } from '../i18n/use-t.tsx';
import classes from './settings.module.css';

export type SaveBarProps = {
  changed: boolean;
  onSave: () => void;
  onDiscard: () => void;
  busy?: boolean;
  invalid?: boolean;
  /** Whom saving touches, in a sentence. */
  note?: string;
};

/** At the bottom of the window, only while something has changed. */
export function SaveBar({ changed, onSave, onDiscard, busy = false, invalid = false, note }: SaveBarProps) {
  const t = useT();
  return (
    <div role="status" className={classes.saveStatus}>
      {changed ? (
        <div className={classes.saveBar}>
          <span>
            {t(invalid ? 'ui.correctFirst' : 'ui.unsaved')}
            {note && !invalid ? <small>{note}</small> : null}
          </span>
          <Button variant="default" onClick={onDiscard} disabled={busy}>
            {t('common.discard')}
          </Button>
          <Button onClick={onSave} loading={busy} disabled={invalid}>
            {t('common.save')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

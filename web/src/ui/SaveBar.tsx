import { Button } from '@mantine/core';
import { useT } from '../i18n/use-t.tsx';
import classes from './settings.module.css';

export type SaveBarProps = {
  changed: boolean;
  onSave: () => void;
  onDiscard: () => void;
  busy?: boolean;
  invalid?: boolean;
};

/** At the bottom of the window, only while something has changed. */
export function SaveBar({ changed, onSave, onDiscard, busy = false, invalid = false }: SaveBarProps) {
  const t = useT();
  return (
    <div role="status" className={classes.saveStatus}>
      {changed ? (
        <div className={classes.saveBar}>
          <span>{t(invalid ? 'ui.correctFirst' : 'ui.unsaved')}</span>
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

import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { focusHead } from '../page/lost-focus.ts';
import { useSaveKeys } from './use-save-keys.ts';
import classes from './settings.module.css';

export type SaveBarProps = {
  changed: boolean;
  onSave: () => void;
  onDiscard: () => void;
  busy?: boolean;
  /** `incomplete` where something required is missing, which may not be marked yet. */
  invalid?: boolean | 'incomplete';
  /** Whom saving touches, in a sentence. */
  note?: string;
};

/** At the bottom of the window, only while something has changed. */
export function SaveBar({ changed, onSave, onDiscard, busy = false, invalid = false, note }: SaveBarProps) {
  const t = useT();
  const sentence = invalid === 'incomplete' ? 'ui.completeFirst' : invalid ? 'ui.correctFirst' : 'ui.unsaved';
  const status = useRef<HTMLDivElement>(null);
  const bar = useRoomBelow(changed);
  useSaveKeys(changed && !invalid && !busy ? onSave : undefined);
  const discard = () => {
    // The bar goes away.
    if (status.current) focusHead(status.current);
    onDiscard();
  };
  return (
    <div ref={status} role="status" className={classes.saveStatus}>
      {changed ? (
        <div ref={bar} className={classes.saveBar} data-save-bar>
          <span>
            {t(sentence)}
            {note && !invalid ? <small>{note}</small> : null}
          </span>
          <div className={classes.saveButtons}>
            <Button variant="default" onClick={discard} disabled={busy}>
              {t('common.discard')}
            </Button>
            <Button onClick={onSave} loading={busy} disabled={invalid !== false}>
              {t('common.save')}
            </Button>
          </div>
        </div>
      ) : null}
    </div>
  );
}

/** Between the bar and the edge of the window, and between the bar and what has the focus. */
const ROOM_AROUND = 16;

/** While the bar shows, the browser scrolls what gets the focus to above it, not behind it. */
function useRoomBelow(shown: boolean) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!shown || !bar.current) return;
    const { style } = document.documentElement;
    style.scrollPaddingBottom = `${bar.current.offsetHeight + 2 * ROOM_AROUND}px`;
    return () => {
      style.scrollPaddingBottom = '';
    };
  }, [shown]);
  return bar;
}

import { useEffect, useRef } from 'react';

type Save = (() => void) | undefined;
type Saver = { place: 'page' | 'dialog'; latest: { current: Save } };

/** What can be saved of what is on the screen; what came last is in front. */
const savers: Saver[] = [];

/** Saves the dialog that is open, else the form of the page: nothing is saved behind a dialog. */
export function saveInFront(): void {
  const place = document.querySelector('dialog[open]') ? 'dialog' : 'page';
  savers.findLast((saver) => saver.place === place)?.latest.current?.();
}

/** Ctrl-S, or Cmd-S on a Mac, saves what is in front, and never the page itself as a file. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 's' || event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return;
  event.preventDefault();
  if (!event.repeat) saveInFront();
}

/**
 * What Ctrl-S saves, and Enter in a box of `EnterSaves`, for as long as it is shown.
 * @param onSave undefined while there is nothing to save, or it cannot be saved as it is
 */
export function useSaveKeys(onSave: Save, place: Saver['place'] = 'page', isShown = true): void {
  const latest = useRef(onSave);
  latest.current = onSave;
  useEffect(() => {
    if (!isShown) return;
    const saver: Saver = { place, latest };
    if (savers.length === 0) window.addEventListener('keydown', onKeyDown);
    savers.push(saver);
    return () => {
      savers.splice(savers.indexOf(saver), 1);
      if (savers.length === 0) window.removeEventListener('keydown', onKeyDown);
    };
  }, [place, isShown]);
}

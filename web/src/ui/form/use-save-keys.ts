import { useEffect, useRef } from 'react';

/**
 * Ctrl-S, or Cmd-S on a Mac, saves the form of the page, and never the page itself as a file. While a dialog is open it
 * saves nothing.
 * @param onSave undefined while there is nothing to save, or it cannot be saved as it is
 */
export function useSaveKeys(onSave: (() => void) | undefined): void {
  const latest = useRef(onSave);
  latest.current = onSave;
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (!event.repeat && !document.querySelector('dialog[open]')) latest.current?.();
    };
    window.addEventListener('keydown', save);
    return () => window.removeEventListener('keydown', save);
  }, []);
}

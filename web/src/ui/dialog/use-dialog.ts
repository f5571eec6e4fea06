import { useCallback, useEffect, useRef, useState } from 'react';

export type Dialog<Answer> = {
  opened: boolean;
  /** Opens; resolves with the selection, or with nothing on cancel (spec section 4, "Modal dialogs"). */
  ask: () => Promise<Answer | undefined>;
  answer: (value: Answer) => void;
  cancel: () => void;
};

/** A dialog as a question: `const chosen = await dialog.ask()`. */
export function useDialog<Answer>(): Dialog<Answer> {
  const [opened, setOpened] = useState(false);
  const resolve = useRef<((value: Answer | undefined) => void) | undefined>(undefined);
  const close = useCallback((value: Answer | undefined) => {
    setOpened(false);
    resolve.current?.(value);
    resolve.current = undefined;
  }, []);
  const ask = useCallback(() => {
    resolve.current?.(undefined);
    setOpened(true);
    return new Promise<Answer | undefined>((done) => {
      resolve.current = done;
    });
  }, []);
  // A page that is left while its dialog is open has cancelled it.
  useEffect(() => () => resolve.current?.(undefined), []);
  return { opened, ask, answer: close, cancel: useCallback(() => close(undefined), [close]) };
}

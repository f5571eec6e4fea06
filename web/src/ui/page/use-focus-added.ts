import { useCallback, useRef } from 'react';

/** A box that a button adds to a list gets the focus: `ref` is for every box, `willAdd` is called when it is pressed. */
export function useFocusAdded() {
  const wanted = useRef(false);
  const ref = useCallback((box: HTMLInputElement | null) => {
    if (!box || !wanted.current) return;
    wanted.current = false;
    box.focus();
  }, []);
  const willAdd = () => {
    wanted.current = true;
  };
  return { ref, willAdd };
}

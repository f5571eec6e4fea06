import { useCallback, useEffect, useRef, useState } from 'react';

/** A dialog that calls wait for: who asks last is answered, who asked before is not. */
export function useAsked(register: (ask: () => Promise<boolean>) => () => void) {
  const [asked, setAsked] = useState(0);
  const [opened, setOpened] = useState(false);
  const resolve = useRef<((given: boolean) => void) | undefined>(undefined);
  const answer = useCallback((given: boolean) => {
    setOpened(false);
    resolve.current?.(given);
    resolve.current = undefined;
  }, []);
  const ask = useCallback(() => {
    resolve.current?.(false);
    setAsked((before) => before + 1);
    setOpened(true);
    return new Promise<boolean>((done) => {
      resolve.current = done;
    });
  }, []);
  useEffect(() => register(ask), [register, ask]);
  return { asked, opened, answer };
}

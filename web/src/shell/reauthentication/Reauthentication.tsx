import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { askForProofBy } from '../../api/proof.ts';
import { loadAreas } from '../../i18n/texts.ts';

const Dialog = lazy(async () => {
  const [page] = await Promise.all([import('./ReauthenticationDialog.tsx'), loadAreas('portal')]);
  return { default: page.ReauthenticationDialog };
});

/** The one reauthentication dialog of the portal; every call that wants a newer proof opens it. Loaded when first needed. */
export function Reauthentication({ children }: { children: ReactNode }) {
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
  useEffect(() => askForProofBy(ask), [ask]);
  return (
    <>
      {children}
      {asked > 0 ? (
        <Suspense>
          <Dialog key={asked} opened={opened} onAnswer={answer} />
        </Suspense>
      ) : null}
    </>
  );
}

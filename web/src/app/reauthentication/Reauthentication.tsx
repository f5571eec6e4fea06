import { createContext, lazy, Suspense, useCallback, useContext, useRef, useState, type ReactNode } from 'react';
import { loadAreas } from '../../i18n/texts.ts';
import { proved } from './prove.ts';

const Dialog = lazy(async () => {
  const [page] = await Promise.all([import('./ReauthenticationDialog.tsx'), loadAreas('portal')]);
  return { default: page.ReauthenticationDialog };
});

type Prove = <T>(act: () => Promise<T>) => Promise<T>;

const ProofContext = createContext<Prove>((act) => act());

/** The one reauthentication dialog of the portal; all sensitive acts share it. It is loaded when first needed. */
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
  const prove = useCallback<Prove>((act) => proved(act, ask), [ask]);
  return (
    <ProofContext value={prove}>
      {children}
      {asked > 0 ? (
        <Suspense>
          <Dialog key={asked} opened={opened} onAnswer={answer} />
        </Suspense>
      ) : null}
    </ProofContext>
  );
}

/** `const prove = useProof(); await prove(() => call(…))`: the act, repeated after a new proof where one is wanted. */
export function useProof(): Prove {
  return useContext(ProofContext);
}

import { lazy, type ReactNode, Suspense } from 'react';
import { askForProofBy } from '../../api/proof.ts';
import { askToSignInBy } from '../../api/sign-in-again.ts';
import { loadAreas } from '../../i18n/texts.ts';
import { useAsked } from './use-asked.ts';

const Proof = lazy(async () => {
  const [page] = await Promise.all([import('./ReauthenticationDialog.tsx'), loadAreas('portal')]);
  return { default: page.ReauthenticationDialog };
});
const SignIn = lazy(async () => {
  const [page] = await Promise.all([import('./SignInAgainDialog.tsx'), loadAreas('portal')]);
  return { default: page.SignInAgainDialog };
});

/**
 * The dialogs of the portal that calls open: for a newer proof, and for a session that has ended while a form is to be
 * kept. Loaded when first needed.
 */
export function Reauthentication({ children }: { children: ReactNode }) {
  const proof = useAsked(askForProofBy);
  const signIn = useAsked(askToSignInBy);
  return (
    <>
      {children}
      <Suspense>
        {proof.asked > 0 ? <Proof key={proof.asked} opened={proof.opened} onAnswer={proof.answer} /> : null}
      </Suspense>
      <Suspense>
        {signIn.asked > 0 ? <SignIn key={signIn.asked} opened={signIn.opened} onAnswer={signIn.answer} /> : null}
      </Suspense>
    </>
  );
}

import { useEffect, useState } from 'react';
import type { PasswordContext } from '#contract/guessable-password.ts';

/**
 * Whether a password is a name, an id or a simple pattern (the server also knows the long list of common ones). The
 * rule is loaded with the first key, so that a page where no new password is typed never does. True until it is known.
 */
export function useGuessable(password: string, known: PasswordContext): boolean {
  const [guessable, setGuessable] = useState(true);
  const context = JSON.stringify(known);
  useEffect(() => {
    let current = true;
    if (password === '') setGuessable(true);
    else
      void import('#contract/guessable-password.ts').then(
        ({ contextWords, hasContextWord, isPatterned }) => {
          const words = contextWords(JSON.parse(context) as PasswordContext);
          if (current) setGuessable(isPatterned(password) || hasContextWord(password, words));
        },
        // Out of reach it stays open: the server asks all the same.
        () => {},
      );
    return () => {
      current = false;
    };
  }, [password, context]);
  return guessable;
}

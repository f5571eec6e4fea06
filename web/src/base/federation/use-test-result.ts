import { useEffect, useState } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';

/**
 * How the test of an identity provider ended that the browser comes back from; told once, and not again after a reload.
 * Answers whether the browser came back.
 */
export function useTestResult(say: (alert: AlertContent) => void): boolean {
  const t = useT();
  const [isBack, setBack] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, on arrival
  useEffect(() => {
    const told = new URLSearchParams(window.location.hash.slice(1));
    if (told.get('purpose') !== 'test') return;
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    const isGood = told.get('federationError') === null;
    setBack(true);
    say({ kind: isGood ? 'success' : 'failure', text: t(isGood ? 'openid.testPassed' : 'openid.testFailed') });
  }, []);
  return isBack;
}

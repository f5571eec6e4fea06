import { useState } from 'react';
import { isCancelled } from '../api/api-error.ts';
import { logFailure } from '../api/log-operation.ts';
import { useT } from '../i18n/use-t.tsx';
import type { AlertContent } from '../ui/page/AlertArea.tsx';
import { useFocusBack } from '../ui/page/lost-focus.ts';
import { failureAlert } from './failure.ts';

export type Act = {
  busy: boolean;
  /**
   * Does something at the server. Resolves to the answer, or to undefined when
   * it failed (then it is said) or was cancelled.
   * @param onRefusal takes a refusal to a field; true when it has
   */
  run: <T>(act: () => Promise<T>, onRefusal?: (error: unknown) => boolean) => Promise<{ answer: T } | undefined>;
};

/** Acts of a page: busy while they run, failures in the page's alert. */
export function useAct(say: (alert: AlertContent | undefined) => void): Act {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const keepFocus = useFocusBack(busy);
  const run: Act['run'] = async (act, onRefusal) => {
    keepFocus();
    setBusy(true);
    say(undefined);
    try {
      return { answer: await act() };
    } catch (error) {
      logFailure(error);
      if (!isCancelled(error) && !onRefusal?.(error)) say(failureAlert(t, error));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}

import { useState } from 'react';
import { isCancelled } from '../api/api-error.ts';
import { useGuest } from './context.tsx';
import { problemOf } from './problem.ts';
import type { FormAlert } from './use-form.ts';

/** A button's work: what it is busy with, and what went wrong. One piece of work at a time. */
export function useAct<Subject = void>(act: (subject: Subject) => Promise<void>) {
  const { t } = useGuest();
  const [busyWith, setBusyWith] = useState<{ subject: Subject }>();
  const [alert, setAlert] = useState<FormAlert>();
  const run = async (subject: Subject) => {
    if (busyWith) return;
    setBusyWith({ subject });
    setAlert(undefined);
    try {
      await act(subject);
    } catch (error) {
      const problem = problemOf<never>(error, t, () => undefined);
      if (!isCancelled(error) && problem.alert) setAlert({ ...problem.alert, count: Date.now() });
    } finally {
      setBusyWith(undefined);
    }
  };
  return {
    run: (subject: Subject) => void run(subject),
    busy: busyWith !== undefined,
    busyWith: busyWith?.subject,
    alert,
  };
}

import { createContext, useContext, useEffect, useId, useMemo, useRef, type ReactNode } from 'react';

type Report = (field: string, mistaken: boolean | undefined) => void;

const FormScopeContext = createContext<Report>(() => {});

/**
 * The fields in it say whether they are right, and the scope says whether all are (spec section 5: "Forms validate per
 * scope and emit valid or invalid").
 */
export function FormScope({ onValidity, children }: { onValidity: (valid: boolean) => void; children: ReactNode }) {
  const mistakes = useRef(new Set<string>());
  const emitted = useRef<boolean | undefined>(undefined);
  const latest = useRef(onValidity);
  latest.current = onValidity;
  const report = useMemo<Report>(
    () => (field, mistaken) => {
      if (mistaken) mistakes.current.add(field);
      else mistakes.current.delete(field);
      const valid = mistakes.current.size === 0;
      if (valid === emitted.current) return;
      emitted.current = valid;
      latest.current(valid);
    },
    [],
  );
  return <FormScopeContext value={report}>{children}</FormScopeContext>;
}

/** Tells the scope around a field whether its value has a mistake; a field that goes away has none. */
export function useReportMistake(mistaken: boolean): void {
  const field = useId();
  const report = useContext(FormScopeContext);
  useEffect(() => report(field, mistaken), [report, field, mistaken]);
  useEffect(() => () => report(field, undefined), [report, field]);
}

import { useEffect, useRef, useState, type FormEvent } from 'react';
import { isCancelled } from '../api/api-error.ts';
import { afterPress } from '../ui/form/after-press.ts';
import { checkField, type FieldCheck, untouched } from '../ui/form/text-rules.ts';
import { useGuest } from './context.tsx';
import { type FieldOf, type Problem, problemOf, type WordsFor } from './problem.ts';

type Values<Name extends string> = Record<Name, string>;

export type FormOptions<Name extends string> = {
  /** The boxes in the order they stand, with what is in them at first. */
  initial: Values<Name>;
  /** The mistake in a box, as a sentence. */
  check?: Partial<Record<Name, (value: string, values: Values<Name>) => string | undefined>>;
  /** Sends the form; what it throws is shown. A promise that never ends keeps the form busy: the page is being left. */
  submit: (values: Values<Name>) => Promise<void>;
  fieldOf?: FieldOf<Name>;
  wordsFor?: WordsFor;
};

export type FormAlert = NonNullable<Problem<string>['alert']> & { count: number };

/** What the server refused is shown until the next key; our own checks are made with every key once they failed. */
function afterKey(before: FieldCheck, mistake: string | undefined): FieldCheck {
  return before.wrongOnce ? checkField(before, 'key', mistake) : untouched;
}

/** Puts the focus into a wrong box and brings what is said about it into sight; what was refused can be typed over. */
function showBox(box: HTMLInputElement | null | undefined, refused: boolean): void {
  box?.focus();
  if (refused) box?.select();
  box?.closest('.g-field')?.scrollIntoView({ block: 'nearest' });
}

/**
 * A form of a guest page: mistakes are shown when a box is left and then with every key, all of them on sending, the
 * first wrong box gets the focus; what the server refuses goes to its box, the rest becomes the alert.
 */
export function useForm<Name extends string>({
  initial,
  check = {},
  submit,
  fieldOf = () => undefined,
  wordsFor,
}: FormOptions<Name>) {
  const { t } = useGuest();
  const names = Object.keys(initial) as Name[];
  const [values, setValues] = useState(initial);
  const [checks, setChecks] = useState<Partial<Record<Name, FieldCheck>>>({});
  const [alert, setAlert] = useState<FormAlert>();
  const [busy, setBusy] = useState(false);
  const boxes = useRef<Partial<Record<Name, HTMLInputElement | null>>>({});
  const mistake = (name: Name, all: Values<Name>) => check[name as keyof typeof check]?.(all[name], all);

  const set = (name: Name, value: string) => {
    const all = { ...values, [name]: value };
    setValues((before) => ({ ...before, [name]: value }));
    setChecks((before) => ({ ...before, [name]: afterKey(before[name] ?? untouched, mistake(name, all)) }));
  };
  const leave = (name: Name) => {
    // An empty box that is passed through is not yet a mistake.
    if (values[name] === '') return;
    const left = (before: typeof checks) => checkField(before[name] ?? untouched, 'blur', mistake(name, values));
    afterPress(() => setChecks((before) => ({ ...before, [name]: left(before) })));
  };
  const showWrong = (wrong: Partial<Record<Name, string>>, byServer = false) => {
    const shown = names.map((name) => [
      name,
      { error: wrong[name], wrongOnce: wrong[name] !== undefined && !byServer },
    ]);
    setChecks(Object.fromEntries(shown) as typeof checks);
    const first = names.find((name) => wrong[name] !== undefined);
    if (first) requestAnimationFrame(() => showBox(boxes.current[first], byServer));
  };
  /** What stands in the boxes: a password manager may have filled them without telling. */
  const readBoxes = () => {
    const seen = names.map((name) => [name, boxes.current[name]?.value || values[name]]);
    return Object.fromEntries(seen) as Values<Name>;
  };

  const send = async () => {
    const all = readBoxes();
    setValues(all);
    setAlert(undefined);
    const wrong = Object.fromEntries(
      names.map((name) => [name, mistake(name, all)]).filter(([, said]) => said),
    ) as Partial<Values<Name>>;
    showWrong(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      await submit(all);
    } catch (error) {
      if (isCancelled(error)) return;
      const problem = problemOf(error, t, fieldOf, wordsFor);
      showWrong(problem.fields, true);
      if (problem.alert) setAlert({ ...problem.alert, count: Date.now() });
    } finally {
      setBusy(false);
    }
  };

  // What was typed before the page woke up is kept.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page wakes up
  useEffect(() => setValues(readBoxes()), []);

  return {
    values,
    set,
    busy,
    alert,
    setAlert,
    focus: (name: Name) => boxes.current[name]?.focus(),
    /** The props of a box. */
    box: (name: Name) => ({
      value: values[name],
      error: checks[name]?.error,
      onChange: (value: string) => set(name, value),
      onBlur: () => leave(name),
      inputRef: (box: HTMLInputElement | null) => {
        boxes.current[name] = box;
      },
    }),
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      if (!busy) void send();
    },
  };
}

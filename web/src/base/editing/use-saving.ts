import { useState } from 'react';
import { hasErrorId, isApiError } from '../../api/api-error.ts';
import { useT } from '../../i18n/use-t.tsx';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';
import { failureAlert } from '../failure.ts';
import { useAct } from '../use-act.ts';
import {
  type Body,
  bodyOf,
  changedFields,
  type Editing,
  edited,
  fieldsNamed,
  type FormFields,
  partOf,
  withoutFields,
  withoutSaved,
} from './editing.ts';

export type Undo = { changes: Body; expected: Body };

export type SavingProps<Draft extends object, Answer> = {
  /** The thing as the server has it by now. */
  saved: Draft;
  form: FormFields<Draft>;
  /** Whether the call takes all fields, whatever was changed. */
  whole?: boolean;
  /** Sends changes. They are refused (`conflict`) where a field is not as expected any more. */
  put: (changes: Body, expected: Body) => Promise<Answer>;
  draftOf: (answer: Answer) => Draft;
  /** Has `saved` read again; resolves once it is. */
  renew: () => Promise<unknown>;
  say: (alert: AlertContent | undefined) => void;
  savedText: (answer: Answer, changes: Body) => string;
  undoneText: string;
  /** Takes a refusal to its box; true when it has. */
  onRefusal?: (error: unknown) => boolean;
  /** Comes after a save was told. */
  onSaved?: () => void;
  /** Another way back than to put the fields back; undefined where there is none. */
  undoOf?: (undo: Undo, answer: Answer) => Undo | undefined;
};

/** A conflict that saving or Undo met. */
type Met<Draft> = { fields: readonly (keyof Draft & string)[]; isUndo: boolean };

export type Saving<Draft extends object> = ReturnType<typeof useSaving<Draft, unknown>>;

/**
 * The edits of a thing over what the server has: one save, with Undo. Each says what it expects, so neither overwrites
 * what another person saved meanwhile: that is shown, and it is chosen what the form goes on with.
 */
export function useSaving<Draft extends object, Answer>(props: SavingProps<Draft, Answer>) {
  const { saved, form, say } = props;
  const t = useT();
  const [editing, setEditing] = useState<Editing<Draft>>({ edits: {}, begun: {} });
  const [met, setMet] = useState<Met<Draft>>();
  const { busy, run } = useAct(say);
  const base: Draft = { ...saved, ...editing.begun };
  const draft: Draft = { ...saved, ...editing.edits };
  const changed = changedFields(form, base, draft);
  const allFields = Object.keys({ ...saved, ...draft }) as (keyof Draft & string)[];
  const sentFields = props.whole ? allFields : changed;

  /** Shows what another person saved, with the edits of the form beside it. */
  const meet = (error: unknown, isUndo: boolean): true => {
    const names = isApiError(error) ? error.entries.map(({ field }) => field) : [];
    const fields = fieldsNamed(form, allFields, names);
    const show = () => (fields.length > 0 ? setMet({ fields, isUndo }) : say(failureAlert(t, error)));
    void props.renew().then(show, (reason: unknown) => say(failureAlert(t, reason)));
    return true;
  };
  const putBack = async ({ changes, expected }: Undo, before: Partial<Draft>, after: Partial<Draft>) => {
    const refused = (error: unknown) => {
      if (!hasErrorId(error, 'conflict')) return false;
      // What Undo would put back stands in the form from now on, but for fields in which something was typed since.
      setEditing(({ edits, begun }) => ({ edits: { ...before, ...edits }, begun: { ...after, ...begun } }));
      return meet(error, true);
    };
    if (await run(() => props.put(changes, expected), refused)) say({ kind: 'success', text: props.undoneText });
  };
  const save = async () => {
    const sent = editing.edits;
    const [changes, expected] = [bodyOf(form, draft, sentFields), bodyOf(form, base, sentFields)];
    const onRefusal = (error: unknown) =>
      hasErrorId(error, 'conflict') ? meet(error, false) : (props.onRefusal?.(error) ?? false);
    const done = await run(() => props.put(changes, expected), onRefusal);
    if (!done) return;
    setMet(undefined);
    const now = props.draftOf(done.answer);
    setEditing((before) => withoutSaved(before, sent, now));
    const plain = { changes: expected, expected: bodyOf(form, now, sentFields) };
    const back = props.undoOf ? props.undoOf(plain, done.answer) : plain;
    const [before, after] = [partOf(base as Partial<Draft>, changed), partOf(now as Partial<Draft>, changed)];
    const undo = back && { label: t('common.undo'), onClick: () => void putBack(back, before, after) };
    say({ kind: 'success', text: props.savedText(done.answer, changes), ...(undo ? { action: undo } : {}) });
    props.onSaved?.();
  };
  const goOn = (next: (before: Editing<Draft>) => Editing<Draft>) => () => {
    setMet(undefined);
    setEditing(next);
  };
  return {
    draft,
    busy,
    run,
    changed: changed.length > 0,
    change: (change: Partial<Draft>) => setEditing((before) => edited(before, change, saved)),
    save: () => void save(),
    discard: goOn(() => ({ edits: {}, begun: {} })),
    /** What another person saved; `mine`: beside it an edit of this form. Nothing is saved while it is shown. */
    conflict: met && {
      isUndo: met.isUndo,
      theirs: saved,
      fields: met.fields.map((field) => ({ field, isMine: field in editing.edits })),
      takeTheirs: goOn((before) => withoutFields(before, met.fields)),
      keepMine: goOn(({ edits, begun }) => ({
        edits,
        begun: {
          ...begun,
          ...partOf(
            saved as Partial<Draft>,
            met.fields.filter((field) => field in edits),
          ),
        },
      })),
    },
  };
}

import { ConflictBox } from './ConflictBox.tsx';
import type { Saving } from './use-saving.ts';

type Props<Draft extends object> = {
  form: Pick<Saving<Draft>, 'draft' | 'conflict'>;
  /** A field in words. */
  nameOf: (field: keyof Draft & string) => string;
  /** Its value in words. */
  wordsOf: (draft: Draft, field: keyof Draft & string) => string;
};

/** What another person saved of a thing that is edited here, field by field, and with what to go on. */
export function Conflict<Draft extends object>({ form: { draft, conflict }, nameOf, wordsOf }: Props<Draft>) {
  if (!conflict) return null;
  return (
    <ConflictBox
      isUndo={conflict.isUndo}
      differences={conflict.fields.map(({ field, isMine }) => ({
        name: nameOf(field),
        theirs: wordsOf(conflict.theirs, field),
        mine: isMine ? wordsOf(draft, field) : undefined,
      }))}
      onTakeTheirs={conflict.takeTheirs}
      onKeepMine={conflict.keepMine}
    />
  );
}

import type { UserImport, UserImportRow } from '#contract/people/user-imports.ts';
import {
  addressAndId,
  idFromAddress,
  type ImportRowKind,
  importRowKinds,
  type UserImportStatus,
} from '#contract/people/user-imports-fields.ts';
import { userBulkActions } from '#contract/people/users-bulk-fields.ts';
import { personName } from '#contract/display.ts';
import type { Translate } from '../../../i18n/keys.ts';
import type { Tone } from '../../../ui/text/StatusBadge.tsx';
import type { ItemNamesOf } from '../../../base/history/item-words.ts';
import { fieldWords, valueWords } from '../detail/field-words.ts';

export const kindTone: Readonly<Record<ImportRowKind, Tone>> = {
  create: 'good',
  update: 'neutral',
  delete: 'warning',
  unchanged: 'neutral',
  wrong: 'bad',
};

export const statusTone: Readonly<Record<UserImportStatus, Tone>> = {
  accepting: 'warning',
  checking: 'neutral',
  previewed: 'warning',
  processing: 'neutral',
  completed: 'good',
  canceled: 'neutral',
  validation_error: 'bad',
  error: 'bad',
};

/** What a column of a directory file becomes, in words. */
export function columnWords(t: Translate, directoryField: string, names?: ItemNamesOf): string {
  if (directoryField === idFromAddress) return t('transfer.becomes_userIdFromMailAddress');
  if (directoryField === addressAndId) return t('transfer.becomes_loginMailAddressAndUserId');
  return fieldWords(t, directoryField, names);
}

type Counts = NonNullable<UserImport['counts']>;

/** Whether everything right was carried out. Otherwise the counts of an import say what its file wants, not what was done. */
export const isCarriedOut = ({ status }: Pick<UserImport, 'status'>): boolean => status === 'completed';

/** The kinds of rows that change somebody. */
export const changingKinds = ['create', 'update', 'delete'] as const;

/** Whether rows of a kind change somebody. */
export const isToDo = (kind: ImportRowKind): kind is (typeof changingKinds)[number] =>
  (changingKinds as readonly string[]).includes(kind);

/** Whether it turns round what an import or an act on many users did. */
export const isUndo = ({ kind }: Pick<UserImport, 'kind'>): boolean => kind === 'undo';

/** An import by its file, an undo by what it undoes. */
export function importName(
  t: Translate,
  { kind, fileName, changeOf }: Pick<UserImport, 'kind' | 'fileName' | 'changeOf'>,
): string {
  if (kind !== 'undo') return fileName;
  if (changeOf) return t('transfer.undoOfChange', { name: changeOf });
  const action = userBulkActions.find((one) => one === fileName);
  return action ? t(`transfer.undoOf_${action}`) : t('transfer.undoOf', { name: fileName });
}

/** What rows of a kind are called: by what was done with them, or is to be done. */
export function kindWords(t: Translate, kind: ImportRowKind, done: boolean, isUndo = false): string {
  if (isUndo && kind === 'create') return t(done ? 'transfer.restored' : 'transfer.toRestore');
  if (isUndo && kind === 'wrong') return t('transfer.leftAlone');
  return !done && isToDo(kind) ? t(`transfer.toDo_${kind}`) : t(`transfer.rows_${kind}`);
}

/** What became of a row, or will: an import that was stopped or failed has left some out. */
export function rowState(
  t: Translate,
  { kind, done }: Pick<UserImportRow, 'kind' | 'done'>,
  ended: boolean,
  isUndo: boolean,
): { tone: Tone; text: string } {
  if (isUndo && (kind === 'wrong' || (kind === 'create' && (done || !ended))))
    return { tone: kindTone[kind], text: kindWords(t, kind, done, isUndo) };
  if (done) return { tone: kindTone[kind], text: t(`transfer.rows_${kind}`) };
  if (ended && isToDo(kind)) return { tone: 'neutral', text: t('transfer.result.notDone') };
  return { tone: kindTone[kind], text: t(`transfer.kindOf_${kind}`) };
}

/** Whether there may be users whom an import that has ended has made. */
export const mayHaveMade = ({ counts, confirmedAt, progress }: UserImport): boolean =>
  confirmedAt !== null && progress.done > 0 && (counts?.create ?? 0) > 0;

/** What an import came to, line by line: why it failed, and what it has done. */
export function outcomeWords(t: Translate, shown: UserImport): string[] {
  const { counts, createsActive, confirmedAt, error, progress } = shown;
  const why = error
    ? [error.field ? t('transfer.columnsNamed', { text: error.message, columns: error.field }) : error.message]
    : [];
  if (isCarriedOut(shown) && counts) {
    const kinds = changingKinds.filter((kind) => counts[kind] > 0);
    const done = kinds.map((kind) =>
      isUndo(shown) && kind === 'create'
        ? t('transfer.doneRestore', { count: counts.create })
        : t(`transfer.done_${kind}`, { count: counts[kind] }),
    );
    // Those created stand first.
    if (createsActive > 0) done.splice(1, 0, t('transfer.doneActive', { count: createsActive }));
    return done.length > 0 ? done : [t('transfer.stoppedBefore')];
  }
  if (confirmedAt !== null && progress.done > 0) return [...why, t('transfer.stoppedAfter', { count: progress.done })];
  // Of a file that cannot be used nobody expects that it has changed anything.
  return error && confirmedAt === null ? why : [...why, t('transfer.stoppedBefore')];
}

/** How many users an import changes. */
export function changesIn(counts: Counts): number {
  return counts.create + counts.update + counts.delete;
}

/** How many rows there are of a kind, or in all. */
export function rowsIn(counts: Counts, kind?: ImportRowKind): number {
  return kind ? counts[kind] : importRowKinds.reduce((sum, one) => sum + counts[one], 0);
}

/** One field of a row: what it was, what it will be, and what is wrong with it. */
export type FieldLine = { field: string; before: string; after: string; reasons: string[] };

/** The fields of a row that change or are wrong; reasons that belong to no field stand apart. */
export function rowLines(
  t: Translate,
  { changes, reasons, operation, userId }: Pick<UserImportRow, 'changes' | 'reasons' | 'operation' | 'userId'>,
  names?: ItemNamesOf,
): { lines: FieldLine[]; others: string[] } {
  const of = (field: string) => reasons.filter((reason) => reason.field === field).map(({ message }) => message);
  const wrongOnly = reasons.flatMap(({ field }) => (field && !(field in changes) ? [field] : []));
  const fields = [...Object.keys(changes), ...new Set(wrongOnly)];
  const words = (field: string, value: unknown) => (value === undefined ? '' : valueWords(t, field, value));
  // What stands in the file where these are wrong: they change nothing, so they are among no changes.
  const given: Record<string, unknown> = { operation, userId };
  return {
    lines: fields.map((field) => ({
      field: fieldWords(t, field, names),
      before: words(field, changes[field]?.before),
      after: words(field, field in changes ? changes[field]?.after : given[field]),
      reasons: of(field),
    })),
    others: reasons.filter(({ field }) => !field).map(({ message }) => message),
  };
}

const withMore = (t: Translate, text: string, more: number) =>
  more > 0 ? t('transfer.andMore', { text, count: more }) : text;

/** Who a row makes or deletes: the name, else the mail address. */
function whoIs({ changes, kind }: UserImportRow, language: string): string {
  const value = (field: string) => {
    const known = changes[field]?.[kind === 'delete' ? 'before' : 'after'];
    return typeof known === 'string' ? known : '';
  };
  const name = personName({ familyName: value('familyName'), givenName: value('givenName') }, language);
  return name || value('loginMailAddress');
}

/** A row in one line: what is wrong with it, what changes, or who it is; the rest is told when it is opened. */
export function rowSummary(t: Translate, language: string, row: UserImportRow, names?: ItemNamesOf): string {
  const [reason] = row.reasons;
  if (reason) {
    const text = reason.field
      ? t('transfer.reasonOf', { field: fieldWords(t, reason.field, names), reason: reason.message })
      : reason.message;
    return withMore(t, text, row.reasons.length - 1);
  }
  if (row.kind !== 'update') return whoIs(row, language);
  // What somebody signs in with before all others: whoever looks along the rows is to see that it goes.
  const { loginMailAddress, ...others } = row.changes;
  const changes = loginMailAddress ? { loginMailAddress, ...others } : others;
  const [first, ...more] = rowLines(t, { ...row, changes }, names).lines;
  if (!first) return '';
  const text = t('history.changedField', { field: first.field, before: first.before, after: first.after });
  if (more.length === 0) return text;
  const fields = new Intl.ListFormat(language, { type: 'unit' }).format(more.map(({ field }) => field));
  return t('transfer.andAlso', { text, fields });
}

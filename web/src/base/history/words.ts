import type { OperationLogEntry } from '#contract/logs/logs-fields.ts';
import { dash } from '#contract/display.ts';
import type { TextKey, Translate } from '../../i18n/keys.ts';

/** An act at another thing that changed this one too reads by what it changed here. */
type WordsOfChanges = (changes: OperationLogEntry['changes']) => TextKey;

export type ValueNames = Readonly<Record<string, TextKey>>;

/** How the history of one kind of thing reads. */
export type HistoryWords = {
  /** What was done, by the end of the call's path or of the operator's command (`portico`); the first that fits. */
  calls: readonly (readonly [method: string, end: string, words: TextKey | WordsOfChanges])[];
  /** The fields by the names they have in calls. */
  fields: Readonly<Record<string, TextKey>>;
  /** Brings changes that are logged together into fields of their own. */
  read?: (changes: OperationLogEntry['changes']) => OperationLogEntry['changes'];
  /** The words for the values of fields that hold some of a few; a value without words stays as it is. */
  values?: Readonly<Record<string, ValueNames>>;
  /** The fields that hold moments. */
  times?: readonly string[];
  /** The name of a field that is nobody's but the tenant's. */
  nameOf?: (t: Translate, field: string) => string | undefined;
};

/** A log entry's act in words; one without words of its own is named by its kind and its call. */
export function actWords(
  t: Translate,
  { calls }: Pick<HistoryWords, 'calls'>,
  { action, operation, changes }: Pick<OperationLogEntry, 'action' | 'operation' | 'changes'>,
): string {
  const [method = '', ...rest] = action.split(' ');
  const path = rest.join(' ');
  const known = calls.find(([of, end]) => of === method && path.endsWith(end));
  if (known) return t(typeof known[2] === 'function' ? known[2](changes) : known[2]);
  const kind = (['create', 'update', 'delete'] as const).find((one) => one === operation);
  return kind ? t('history.other', { operation: t(`common.operation.${kind}`), action }) : action;
}

/**
 * Who did it, in words: no user's id is like that of the server itself, of an operator's token or of the command line.
 * Rows of before operators had names say `operator` alone.
 */
export function operatorName(
  t: Translate,
  { operatorUserId, operatorUuid }: Pick<OperationLogEntry, 'operatorUserId' | 'operatorUuid'>,
): string {
  if (operatorUuid !== null) return operatorUserId;
  if (operatorUserId === 'system') return t('history.bySystem');
  const [kind, ...name] = operatorUserId.split(':');
  if (name.length === 0 || (kind !== 'operator' && kind !== 'cli')) return operatorUserId || dash;
  return t(kind === 'cli' ? 'history.byCommandLine' : 'history.byOperator', { name: name.join(':') });
}

/** So many of a list are named; the others are counted. */
const MOST_NAMED = 10;

function plain(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  // A card or device account: which one, as the log knows it.
  const { deviceType, index } = value as { deviceType?: unknown; index?: unknown };
  return deviceType === undefined ? JSON.stringify(value) : `${String(deviceType)} ${String(index)}`;
}

/** One value in words, where it has some. */
export function namedValue(t: Translate, names: ValueNames | undefined, value: unknown): string {
  const key = names && typeof value === 'string' && Object.hasOwn(names, value) ? names[value] : undefined;
  return key ? t(key) : plain(value);
}

/** A value before or after a change, as a person reads it. */
export function valueWords(t: Translate, value: unknown, names?: ValueNames): string {
  if (value === null || value === undefined || value === '') return t('history.nothing');
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  return namedValue(t, names, value);
}

/** Of a list, what came and what went. */
function listLines(t: Translate, field: string, had: readonly string[], has: readonly string[]): string[] {
  const parts = [
    ['history.added', has.filter((value) => !had.includes(value))],
    ['history.removed', had.filter((value) => !has.includes(value))],
  ] as const;
  return parts.flatMap(([words, values]) => {
    if (values.length === 0) return [];
    const named = values.slice(0, MOST_NAMED).join(', ');
    const others = values.length - MOST_NAMED;
    return [t(words, { field, values: others > 0 ? t('history.andMore', { values: named, count: others }) : named })];
  });
}

/** A moment in the reader's order and zone. */
export type ShowTime = (moment: Date) => string;

/** How the fields of a thing read. */
export type FieldWords = Omit<HistoryWords, 'calls'>;

/** What was changed, each field by itself. */
export const readBy = ({ read }: FieldWords, changes: OperationLogEntry['changes']): OperationLogEntry['changes'] =>
  read ? read(changes) : changes;

/** What a field is called; one without words keeps its name. */
export function fieldName(t: Translate, { fields, nameOf }: FieldWords, name: string): string {
  const key = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return key ? t(key) : (nameOf?.(t, name) ?? name);
}

/** The words for the values of a field that holds some of a few. */
const namesOf = ({ values }: FieldWords, name: string) =>
  values && Object.hasOwn(values, name) ? values[name] : undefined;

/** What a field was or is; of a list all that is in it. */
export function sideWords(t: Translate, words: FieldWords, name: string, value: unknown, showTime: ShowTime): string {
  const names = namesOf(words, name);
  if (words.times?.includes(name) && typeof value === 'string') return showTime(new Date(value));
  if (!Array.isArray(value)) return valueWords(t, value, names);
  return value.map((one) => namedValue(t, names, one)).join(', ') || t('history.nothing');
}

/**
 * Each changed field as a sentence; one without words keeps its name. Of a secret only that it changed is known, and of
 * what reads the same before and after, that another took its place.
 */
export function changeLines(
  t: Translate,
  words: FieldWords,
  changes: OperationLogEntry['changes'],
  showTime: ShowTime,
): string[] {
  return Object.entries(readBy(words, changes)).flatMap(([name, { before, after }]) => {
    const field = fieldName(t, words, name);
    const named = (value: unknown) => namedValue(t, namesOf(words, name), value);
    if (before === undefined && after === undefined) return [t('history.changedSecret', { field })];
    if (Array.isArray(before ?? after) && Array.isArray(after ?? before))
      return listLines(t, field, asList(before).map(named), asList(after).map(named));
    const [had, has] = [sideWords(t, words, name, before, showTime), sideWords(t, words, name, after, showTime)];
    return had === has
      ? [t('history.replaced', { field, value: had })]
      : [t('history.changedField', { field, before: had, after: has })];
  });
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

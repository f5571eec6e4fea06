import { dash } from '#contract/display.ts';
import { fieldTextOf } from '#contract/logs/change-fields.ts';
import type { OperationLogEntry } from '#contract/logs/logs-fields.ts';
import type { TextKey, Translate } from '../../i18n/keys.ts';
import { type ShowTime, usualWords } from './values.ts';

export type { ShowTime } from './values.ts';

export type ValueNames = Readonly<Record<string, TextKey>>;

/** How the changes of one kind of thing read; its fields are named by `contract/src/logs/change-fields.ts`. */
export type HistoryWords = {
  /** The kind of thing. */
  target: string | null;
  /** Brings changes that are logged together into fields of their own. */
  read?: (changes: OperationLogEntry['changes']) => OperationLogEntry['changes'];
  /** The words for the values of fields that hold some of a few; a value without words stays as it is. */
  values?: Readonly<Record<string, ValueNames>>;
  /** The fields that hold moments. */
  times?: readonly string[];
  /** The name of a field that is nobody's but the tenant's. */
  nameOf?: (t: Translate, field: string) => string | undefined;
  /** The name of what a value is the ID of, where the reader may know it. */
  nameOfId?: ((field: string, value: string) => string | undefined) | undefined;
};

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
  if (name.length > 0 && kind === 'device') return t('history.byDevice', { name: name.join(':') });
  if (name.length > 0 && kind === 'source') return t('history.bySource', { name: name.join(':') });
  if (name.length === 0 || (kind !== 'operator' && kind !== 'cli')) return operatorUserId || dash;
  return t(kind === 'cli' ? 'history.byCommandLine' : 'history.byOperator', { name: name.join(':') });
}

/** So many of a list are named; the others are counted. */
const MOST_NAMED = 10;

/** One value in words, where it has some. */
export function namedValue(t: Translate, names: ValueNames | undefined, value: unknown): string {
  const key = names && typeof value === 'string' && Object.hasOwn(names, value) ? names[value] : undefined;
  return key ? t(key) : plain(t, value);
}

function plain(t: Translate, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  if (typeof value !== 'object' || value === null) return String(value);
  // A card or device account: which one, as the log knows it.
  const { deviceType, index } = value as { deviceType?: unknown; index?: unknown };
  if (deviceType !== undefined && index !== undefined) return `${String(deviceType)} ${String(index)}`;
  const parts = Object.entries(value).flatMap(([field, part]) => {
    if (part === null || part === undefined || part === '') return [];
    const words = Array.isArray(part) ? part.map((one) => plain(t, one)).join(', ') : plain(t, part);
    return [t('history.pair', { field: fieldName(t, { target: null }, field), value: words })];
  });
  return parts.join(' · ') || t('history.nothing');
}

/** A value before or after a change, as a person reads it. */
export function valueWords(t: Translate, value: unknown, names?: ValueNames): string {
  if (value === null || value === undefined || value === '') return t('history.nothing');
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

/** How the fields of a thing read. */
export type FieldWords = HistoryWords;

/** What was changed, each field by itself. */
export const readBy = ({ read }: FieldWords, changes: OperationLogEntry['changes']): OperationLogEntry['changes'] =>
  read ? read(changes) : changes;

/** What a field is called; one that nobody here knows, of another version, has a neutral name. */
export function fieldName(t: Translate, { target, nameOf }: FieldWords, name: string): string {
  const key = fieldTextOf(target, name);
  return key ? t(key) : (nameOf?.(t, name) ?? t('history.otherField'));
}

/** The words for the values of a field that holds some of a few. */
const namesOf = ({ values }: FieldWords, name: string) =>
  values && Object.hasOwn(values, name) ? values[name] : undefined;

/** What a field was or is; of a list all that is in it. */
export function sideWords(
  t: Translate,
  words: FieldWords,
  name: string,
  value: unknown,
  showTime: ShowTime,
  language = 'en',
): string {
  const names = namesOf(words, name);
  const called = typeof value === 'string' ? words.nameOfId?.(name, value) : undefined;
  if (called !== undefined) return called;
  if (words.times?.includes(name) && typeof value === 'string') return showTime(new Date(value));
  const known = names ? undefined : usualWords({ t, language, showTime }, name, value);
  if (known !== undefined) return known;
  if (!Array.isArray(value)) return valueWords(t, value, names);
  const each = (one: unknown) => (typeof one === 'string' && words.nameOfId?.(name, one)) || namedValue(t, names, one);
  return value.map(each).join(', ') || t('history.nothing');
}

/**
 * Each changed field as a sentence. Of a secret only that it changed is known, of what was not there before what it is,
 * and of what reads the same before and after, that another took its place.
 */
export function changeLines(
  t: Translate,
  words: FieldWords,
  changes: OperationLogEntry['changes'],
  showTime: ShowTime,
  language = 'en',
): string[] {
  return Object.entries(readBy(words, changes)).flatMap(([name, { before, after }]) => {
    const field = fieldName(t, words, name);
    const side = (value: unknown) => sideWords(t, words, name, value, showTime, language);
    if (before === undefined && after === undefined) return [t('history.changedSecret', { field })];
    if (Array.isArray(before ?? after) && Array.isArray(after ?? before))
      return listLines(t, field, asList(before).map(side), asList(after).map(side));
    if (isEmpty(before) && isEmpty(after)) return [];
    if (before === undefined || (isEmpty(before) && typeof after === 'boolean'))
      return [t('history.fact', { field, value: side(after) })];
    const [had, has] = [side(before), side(after)];
    return had === has
      ? [t('history.replaced', { field, value: had })]
      : [t('history.changedField', { field, before: had, after: has })];
  });
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

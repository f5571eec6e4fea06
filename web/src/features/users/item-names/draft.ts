import { EXTENSION_ATTRIBUTES, MAX_ITEM_NAME_LENGTH } from '#contract/limits.ts';
import { codePointLength, isUnicodeBmp } from '#contract/rules.ts';

/** The name typed for each item; empty: the item is not in use. */
export type ItemNames = Readonly<Record<string, string>>;

export type ItemNameMistake = 'tooLong' | 'notBmp' | 'sameName';

type Properties = Readonly<Record<string, { name: string } | undefined>>;

export const namesOf = (properties: Properties): ItemNames =>
  Object.fromEntries(EXTENSION_ATTRIBUTES.map((item) => [item, properties[item]?.name ?? '']));

/** What is sent: only the items that have a name. */
export function propertiesOf(names: ItemNames): Record<string, { name: string }> {
  const named = EXTENSION_ATTRIBUTES.map((item) => [item, (names[item] ?? '').trim()] as const);
  return Object.fromEntries(named.filter(([, name]) => name !== '').map(([item, name]) => [item, { name }]));
}

/** What is wrong with the name of an item; the second of two equal names is wrong, whatever the case of its letters. */
export function itemNameMistake(names: ItemNames, item: string, text: string): ItemNameMistake | undefined {
  const name = text.trim();
  if (name === '') return undefined;
  if (!isUnicodeBmp(name)) return 'notBmp';
  if (codePointLength(name) > MAX_ITEM_NAME_LENGTH) return 'tooLong';
  const before = EXTENSION_ATTRIBUTES.slice(0, EXTENSION_ATTRIBUTES.indexOf(item));
  const same = (other: string) => (names[other] ?? '').trim().toLowerCase() === name.toLowerCase();
  return before.some(same) ? 'sameName' : undefined;
}

export const isSound = (names: ItemNames): boolean =>
  EXTENSION_ATTRIBUTES.every((item) => itemNameMistake(names, item, names[item] ?? '') === undefined);

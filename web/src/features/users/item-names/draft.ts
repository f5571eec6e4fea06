import { EXTENSION_ATTRIBUTES, MAX_ITEM_NAME_LENGTH } from '#contract/limits.ts';
import { codePointLength } from '#contract/rules.ts';
import { isVisibleName } from '#contract/visible-name.ts';
import { inOneForm, toLower } from '#contract/text-forms.ts';

/** The name typed for each item; empty: the item is not in use. */
export type ItemNames = Readonly<Record<string, string>>;

export type ItemNameMistake = 'tooLong' | 'unseen' | 'sameName';

export type ItemDifference = { item: string; theirs: string; mine: string | undefined };

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
  const name = inOneForm(text.trim());
  if (name === '') return undefined;
  if (!isVisibleName(name)) return 'unseen';
  if (codePointLength(name) > MAX_ITEM_NAME_LENGTH) return 'tooLong';
  const before = EXTENSION_ATTRIBUTES.slice(0, EXTENSION_ATTRIBUTES.indexOf(item));
  const same = (other: string) => toLower(inOneForm((names[other] ?? '').trim())) === toLower(name);
  return before.some(same) ? 'sameName' : undefined;
}

/** What others changed of `base`, and what they called it; `mine`: what was typed for the same, where it differs. */
export function differencesOf(base: ItemNames, theirs: ItemNames, edits: ItemNames): ItemDifference[] {
  return EXTENSION_ATTRIBUTES.filter((item) => theirs[item] !== base[item]).map((item) => {
    const typed = inOneForm((edits[item] ?? base[item] ?? '').trim());
    const isMine = typed !== base[item] && typed !== theirs[item];
    return { item, theirs: theirs[item] ?? '', mine: isMine ? typed : undefined };
  });
}

/** What stays of the edits where theirs are taken. */
export const editsBesides = (edits: ItemNames, differences: readonly ItemDifference[]): ItemNames =>
  Object.fromEntries(Object.entries(edits).filter(([item]) => !differences.some((one) => one.item === item)));

export const isSound = (names: ItemNames): boolean =>
  EXTENSION_ATTRIBUTES.every((item) => itemNameMistake(names, item, names[item] ?? '') === undefined);

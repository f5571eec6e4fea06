import type { User } from '#contract/authentication/users-fields.ts';
import type { updateUser } from '#contract/authentication/users.ts';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_EXTENSION_ATTRIBUTE_LENGTH,
  MAX_MAIL_ADDRESSES,
  MAX_NAME_LENGTH,
  MAX_SEARCH_DEPARTMENT_LENGTH,
  MAX_SEARCH_LOCATION_LENGTH,
} from '#contract/limits.ts';
import type { Role } from '#contract/roles.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { codePointLength, isMailAddress, isUnicodeBmp } from '#contract/rules.ts';
import { withoutSent } from '../../../app/without-sent.ts';

export type Changes = SentBodyOf<typeof updateUser>;

/** The fields of one text. An empty language or time zone is the tenant's, an empty address is none. */
export type Texts = {
  familyName: string;
  givenName: string;
  department: string;
  location: string;
  description: string;
  locale: string;
  timezone: string;
  loginMailAddress: string;
};

/** What the forms of a user hold. */
export type Draft = Texts & {
  mailAddresses: readonly { key: number; value: string }[];
  roles: readonly string[];
  /** The tenant's own items, by their places (`extensionAttribute1` …). */
  items: Readonly<Record<string, string>>;
};

/** What somebody has changed in the forms, of the items one by one; the rest follows the server. */
export type Edits = Partial<Draft>;

export type DraftEvent =
  | { type: 'set'; field: keyof Texts; value: string }
  | { type: 'setRoles'; roles: readonly Role[] }
  | { type: 'setAddresses'; mailAddresses: Draft['mailAddresses'] }
  | { type: 'setItem'; item: string; value: string }
  | { type: 'saved'; sent: Edits }
  | { type: 'reset' };

export function draftOf(user: User): Draft {
  const { familyName, givenName, department, location, description, roles } = user;
  return {
    ...{ familyName, givenName, department, location, description, roles },
    locale: user.locale ?? '',
    timezone: user.timezone ?? '',
    loginMailAddress: user.loginMailAddress ?? '',
    mailAddresses: user.mailAddresses.map((value, key) => ({ key, value })),
    items: user.extensionAttributes,
  };
}

export function reduceEdits(edits: Edits, event: DraftEvent): Edits {
  switch (event.type) {
    case 'set':
      return { ...edits, [event.field]: event.value };
    case 'setRoles':
      return { ...edits, roles: event.roles };
    case 'setAddresses':
      return { ...edits, mailAddresses: event.mailAddresses };
    case 'setItem':
      return { ...edits, items: { ...edits.items, [event.item]: event.value } };
    case 'saved':
      return withoutSentEdits(edits, event.sent);
    case 'reset':
      return {};
  }
}

function withoutSentEdits({ items, ...edits }: Edits, sent: Edits): Edits {
  return {
    ...withoutSent(edits, sent),
    ...(items ? { items: withoutSent(items, sent.items ?? {}) } : {}),
  };
}

/** What stands in the forms. */
export function withEdits(saved: Draft, edits: Edits): Draft {
  return { ...saved, ...edits, items: { ...saved.items, ...edits.items } };
}

/** One more box, up to ten, under a key that no other box has. */
export function withAddress(addresses: Draft['mailAddresses']): Draft['mailAddresses'] {
  if (addresses.length >= MAX_MAIL_ADDRESSES) return addresses;
  return [...addresses, { key: Math.max(-1, ...addresses.map(({ key }) => key)) + 1, value: '' }];
}

/** The addresses to send: boxes left empty are none. */
const addressesOf = (draft: Draft) => draft.mailAddresses.map(({ value }) => value.trim()).filter(Boolean);

/** The items whose text differs; an empty text takes one away. */
function changedItems(saved: Draft['items'], items: Draft['items']): Record<string, string> {
  const texts = Object.entries(items).map(([item, text]) => [item, text.trim()] as const);
  return Object.fromEntries(texts.filter(([item, text]) => text !== (saved[item] ?? '')));
}

/** What is wrong with the text of an item. */
export function itemMistake(text: string): 'tooLong' | undefined {
  return codePointLength(text.trim()) > MAX_EXTENSION_ATTRIBUTE_LENGTH ? 'tooLong' : undefined;
}

/** What has to be sent to get from `saved` to the form: only what differs. Empty when nothing does. */
export function changesOf(saved: Draft, draft: Draft): Changes {
  const changes: Record<string, unknown> = {};
  for (const field of ['familyName', 'givenName', 'department', 'location', 'description'] as const) {
    if (draft[field].trim() !== saved[field]) changes[field] = draft[field].trim();
  }
  for (const field of ['locale', 'timezone', 'loginMailAddress'] as const) {
    if (draft[field].trim() !== saved[field]) changes[field] = draft[field].trim() || null;
  }
  const addresses = addressesOf(draft);
  if (JSON.stringify(addresses) !== JSON.stringify(addressesOf(saved))) changes.mailAddresses = addresses;
  if ([...draft.roles].sort().join() !== [...saved.roles].sort().join()) changes.roles = draft.roles;
  const items = changedItems(saved.items, draft.items);
  if (Object.keys(items).length > 0) changes.extensionAttributes = items;
  return changes as Changes;
}

/**
 * What has to be sent to undo `changes`. A new login mail address has not been confirmed yet: undoing gives it up. One
 * taken away, or one that waited and was corrected, could only come back by a new confirmation, so nothing is offered
 * then: who has not registered would be left without any.
 */
export function undoOf(changes: Changes, before: User): Changes | undefined {
  const { loginMailAddress, extensionAttributes, ...others } = changes;
  if (loginMailAddress === null) return undefined;
  if (loginMailAddress !== undefined && before.nextLoginMailAddress !== null) return undefined;
  const saved = before as Record<string, unknown>;
  const items = Object.keys(extensionAttributes ?? {}).map((item) => [item, before.extensionAttributes[item] ?? '']);
  const back = {
    ...Object.fromEntries(Object.keys(others).map((field) => [field, saved[field]])),
    ...(extensionAttributes ? { extensionAttributes: Object.fromEntries(items) } : {}),
  };
  return loginMailAddress === undefined ? back : { ...back, nextLoginMailAddress: null };
}

export type TextMistake = 'tooLong' | 'notBmp' | 'address' | 'twice';

const longest: Partial<Record<keyof Texts, number>> = {
  familyName: MAX_NAME_LENGTH,
  givenName: MAX_NAME_LENGTH,
  department: MAX_SEARCH_DEPARTMENT_LENGTH,
  location: MAX_SEARCH_LOCATION_LENGTH,
  description: MAX_DESCRIPTION_LENGTH,
};

/** How long a text may be; the sentence about the mistake says it. */
export function longestOf(field: keyof Texts): number {
  return longest[field] ?? Number.POSITIVE_INFINITY;
}

/** What is wrong with a text; nothing when it is right (also when it is empty). */
export function textMistake(field: keyof Texts, value: string): TextMistake | undefined {
  if (value === '') return undefined;
  if (field === 'loginMailAddress') return isMailAddress(value.trim()) ? undefined : 'address';
  if (field !== 'description' && !isUnicodeBmp(value)) return 'notBmp';
  return codePointLength(value) > longestOf(field) ? 'tooLong' : undefined;
}

/** What is wrong with one of the further addresses: its form, or that an earlier one is the same. */
export function addressMistake(
  addresses: Draft['mailAddresses'],
  key: number,
  value: string,
): 'address' | 'twice' | undefined {
  if (value.trim() === '') return undefined;
  if (!isMailAddress(value.trim())) return 'address';
  const before = addresses.slice(
    0,
    addresses.findIndex((one) => one.key === key),
  );
  const same = (one: string) => one.trim().toLowerCase() === value.trim().toLowerCase();
  return before.some((one) => same(one.value)) ? 'twice' : undefined;
}

/** Whether everything in the forms may be sent, also what stands on a tab that is not open. */
export function isValid(draft: Draft): boolean {
  const texts = Object.keys(longest).concat('loginMailAddress') as (keyof Texts)[];
  return (
    texts.every((field) => textMistake(field, draft[field]) === undefined) &&
    Object.values(draft.items).every((text) => itemMistake(text) === undefined) &&
    draft.mailAddresses.every(({ key, value }) => addressMistake(draft.mailAddresses, key, value) === undefined)
  );
}

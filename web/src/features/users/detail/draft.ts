import type { User } from '#contract/people/users-fields.ts';
import { EXTENSION_ATTRIBUTES, MAX_EXTENSION_ATTRIBUTE_LENGTH, MAX_NAME_LENGTH } from '#contract/limits.ts';
import { eachText, textsOf, type UserText, userTexts } from '#contract/people/user-texts.ts';
import { codePointLength, isMailAddress } from '#contract/rules.ts';
import { isVisibleName } from '#contract/visible-name.ts';
import type { FormFields } from '../../../base/editing/editing.ts';
import type { Undo } from '../../../base/editing/use-saving.ts';
import { type AddressBoxes, addressesIn, addressMistake, boxesOf } from '../../../base/mail-addresses/addresses.ts';

/** The fields of one text. An empty language or time zone is the tenant's, an empty address is none. */
export type Texts = Record<UserText, string> & {
  familyName: string;
  givenName: string;
  locale: string;
  timezone: string;
  loginMailAddress: string;
};

/** The tenant's own items, by their places. */
type Items = { [item: `extensionAttribute${number}`]: string | undefined };

/** What the forms of a user hold. */
export type Draft = Texts &
  Items & {
    mailAddresses: AddressBoxes;
    roles: readonly string[];
    /** The address that waits; no form changes it. */
    nextLoginMailAddress: string | null;
  };

/** Users who would be left without an address to be invited at, or to get a password by, keep the one that waits. */
export const isAddressNeeded = (user: User): boolean =>
  user.loginMailAddress === null &&
  user.nextLoginMailAddress !== null &&
  (user.status === 'registering' || !user.passwordAssigned);

/** What the field of the address to sign in with begins with. */
export const shownAddress = (user: User): string =>
  (isAddressNeeded(user) ? user.nextLoginMailAddress : user.loginMailAddress) ?? '';

export function draftOf(user: User): Draft {
  const { familyName, givenName, roles, nextLoginMailAddress } = user;
  return {
    ...{ familyName, givenName, ...textsOf(user), roles, nextLoginMailAddress },
    locale: user.locale ?? '',
    timezone: user.timezone ?? '',
    loginMailAddress: shownAddress(user),
    mailAddresses: boxesOf(user.mailAddresses),
    ...user.extensionAttributes,
  };
}

export const isItem = (field: string): field is keyof Items => EXTENSION_ATTRIBUTES.includes(field);

/** An empty language, time zone or login mail address is none; an empty text takes one of the tenant's own items away. */
export const userForm: FormFields<Draft> = {
  sent: (draft, field) => {
    if (isItem(field)) return draft[field]?.trim() ?? '';
    if (field === 'mailAddresses') return addressesIn(draft.mailAddresses);
    if (field === 'roles') return draft.roles;
    const text = draft[field]?.trim() ?? '';
    return orNull.includes(field) ? text || null : text;
  },
  nameOf: (field) => (isItem(field) ? `extensionAttributes.${field}` : field),
};

const orNull: readonly string[] = ['locale', 'timezone', 'loginMailAddress', 'nextLoginMailAddress'];

/** What is wrong with the text of an item. */
export function itemMistake(text: string): 'tooLong' | undefined {
  return codePointLength(text.trim()) > MAX_EXTENSION_ATTRIBUTE_LENGTH ? 'tooLong' : undefined;
}

/**
 * What undoes `changes`. A new login mail address has not been confirmed yet: undoing gives it up. One taken away, or one
 * that waited and was corrected, could only come back by a new confirmation, so nothing is offered then: a user who has
 * not registered would be left without any.
 */
export function undoOf({ changes: back, expected }: Undo, before: User, answer: User): Undo | undefined {
  const { loginMailAddress: written, ...others } = expected;
  if (!('loginMailAddress' in back)) return { changes: back, expected };
  if (answer.nextLoginMailAddress === null || before.nextLoginMailAddress !== null) return undefined;
  const { loginMailAddress: _, ...changes } = back;
  return {
    changes: { ...changes, nextLoginMailAddress: null },
    expected: { ...others, loginMailAddress: written, nextLoginMailAddress: answer.nextLoginMailAddress },
  };
}

export type TextMistake = 'tooLong' | 'unseen' | 'address' | 'twice';

const severalLines: Partial<Record<keyof Texts, boolean>> = eachText((text) => !userTexts[text].isLine);

const longest: Partial<Record<keyof Texts, number>> = {
  familyName: MAX_NAME_LENGTH,
  givenName: MAX_NAME_LENGTH,
  ...eachText((text) => userTexts[text].longest),
};

/** How long a text may be; the sentence about the mistake says it. */
export function longestOf(field: keyof Texts): number {
  return longest[field] ?? Number.POSITIVE_INFINITY;
}

/** What is wrong with a text; nothing when it is right (also when it is empty). */
export function textMistake(field: keyof Texts, value: string): TextMistake | undefined {
  if (value === '') return undefined;
  if (field === 'loginMailAddress') return isMailAddress(value.trim()) ? undefined : 'address';
  if (!severalLines[field] && !isVisibleName(value)) return 'unseen';
  return codePointLength(value) > longestOf(field) ? 'tooLong' : undefined;
}

/** Whether everything in the forms may be sent, also what stands on a tab that is not open. */
export function isValid(draft: Draft): boolean {
  const texts = Object.keys(longest).concat('loginMailAddress') as (keyof Texts)[];
  return (
    texts.every((field) => textMistake(field, draft[field]) === undefined) &&
    Object.keys(draft).every((field) => !isItem(field) || itemMistake(draft[field] ?? '') === undefined) &&
    draft.mailAddresses.every(({ key, value }) => addressMistake(draft.mailAddresses, key, value) === undefined)
  );
}

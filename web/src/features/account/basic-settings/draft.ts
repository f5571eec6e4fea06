import type { Dispatch } from 'react';
import type { updateMe } from '#contract/authentication/me-basic-settings.ts';
import type { Me } from '#contract/authentication/me.ts';
import { MAX_MAIL_ADDRESSES, MAX_NAME_LENGTH } from '#contract/limits.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { codePointLength, isMailAddress } from '#contract/rules.ts';
import { isVisibleName } from '#contract/visible-name.ts';

/** What the form holds. An empty locale or time zone is the tenant's. */
export type Draft = {
  familyName: string;
  givenName: string;
  locale: string;
  timezone: string;
  mailAddresses: readonly { key: number; value: string }[];
};

export type DraftEvent =
  | { type: 'set'; field: 'familyName' | 'givenName' | 'locale' | 'timezone'; value: string }
  | { type: 'addAddress' }
  | { type: 'setAddress'; key: number; value: string }
  | { type: 'removeAddress'; key: number }
  | { type: 'reset'; me: Me };

export type CardMistakes = Partial<Record<'familyName' | 'givenName' | 'mailAddresses', string>>;

/** What each card of the form gets. */
export type CardProps = { me: Me; draft: Draft; change: Dispatch<DraftEvent>; mistakes: CardMistakes };

export function draftOf(me: Me): Draft {
  return {
    familyName: me.familyName,
    givenName: me.givenName,
    locale: me.locale ?? '',
    timezone: me.timezone ?? '',
    mailAddresses: me.mailAddresses.map((value, key) => ({ key, value })),
  };
}

/** The form after something was typed, chosen, added or removed. */
export function reduceDraft(draft: Draft, event: DraftEvent): Draft {
  const { mailAddresses } = draft;
  switch (event.type) {
    case 'set':
      return { ...draft, [event.field]: event.value };
    case 'addAddress': {
      if (mailAddresses.length >= MAX_MAIL_ADDRESSES) return draft;
      const key = Math.max(-1, ...mailAddresses.map((address) => address.key)) + 1;
      return { ...draft, mailAddresses: [...mailAddresses, { key, value: '' }] };
    }
    case 'setAddress': {
      const { key, value } = event;
      return { ...draft, mailAddresses: mailAddresses.map((one) => (one.key === key ? { key, value } : one)) };
    }
    case 'removeAddress':
      return { ...draft, mailAddresses: mailAddresses.filter(({ key }) => key !== event.key) };
    case 'reset':
      return draftOf(event.me);
  }
}

export type Changes = SentBodyOf<typeof updateMe>;

/** The addresses to send: boxes left empty are none. */
const addressesOf = (draft: Draft) =>
  draft.mailAddresses.map(({ value }) => value.trim()).filter((value) => value !== '');

/** What has to be sent to get from `saved` to the form: only what differs. Empty when nothing does. */
export function changesOf(saved: Draft, draft: Draft): Changes {
  const changes: Record<string, unknown> = {};
  for (const field of ['familyName', 'givenName'] as const) {
    if (draft[field].trim() !== saved[field]) changes[field] = draft[field].trim();
  }
  for (const field of ['locale', 'timezone'] as const) {
    if (draft[field] !== saved[field]) changes[field] = draft[field] || null;
  }
  const addresses = addressesOf(draft);
  if (JSON.stringify(addresses) !== JSON.stringify(addressesOf(saved))) changes.mailAddresses = addresses;
  return changes as Changes;
}

export type NameMistake = 'tooLong' | 'unseen';

/** What is wrong with a name; nothing when it is right (also when it is empty). */
export function nameMistake(value: string): NameMistake | undefined {
  if (!isVisibleName(value)) return 'unseen';
  return codePointLength(value) > MAX_NAME_LENGTH ? 'tooLong' : undefined;
}

export type AddressMistake = 'invalid' | 'twice';

/** What is wrong with one of the addresses: its form, or that an earlier one is the same but for capital letters. */
export function addressMistake(draft: Draft, key: number, value: string): AddressMistake | undefined {
  if (!isMailAddress(value)) return 'invalid';
  const before = draft.mailAddresses.slice(
    0,
    draft.mailAddresses.findIndex((one) => one.key === key),
  );
  return before.some((one) => one.value.trim().toLowerCase() === value.toLowerCase()) ? 'twice' : undefined;
}

import type { Dispatch } from 'react';
import type { updateMe } from '#contract/site/me-basic-settings.ts';
import type { Me } from '#contract/sign-in/me.ts';
import { MAX_NAME_LENGTH } from '#contract/limits.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { codePointLength } from '#contract/rules.ts';
import { isVisibleName } from '#contract/visible-name.ts';
import { type AddressBoxes, addressesIn, boxesOf } from '../../../base/mail-addresses/addresses.ts';

/** What the form holds. An empty locale or time zone is the tenant's. */
export type Draft = {
  familyName: string;
  givenName: string;
  locale: string;
  timezone: string;
  mailAddresses: AddressBoxes;
};

export type DraftEvent =
  | { type: 'set'; field: 'familyName' | 'givenName' | 'locale' | 'timezone'; value: string }
  | { type: 'setAddresses'; boxes: AddressBoxes }
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
    mailAddresses: boxesOf(me.mailAddresses),
  };
}

/** The form after something was typed or chosen. */
export function reduceDraft(draft: Draft, event: DraftEvent): Draft {
  switch (event.type) {
    case 'set':
      return { ...draft, [event.field]: event.value };
    case 'setAddresses':
      return { ...draft, mailAddresses: event.boxes };
    case 'reset':
      return draftOf(event.me);
  }
}

export type Changes = SentBodyOf<typeof updateMe>;

/** What has to be sent to get from `saved` to the form: only what differs. Empty when nothing does. */
export function changesOf(saved: Draft, draft: Draft): Changes {
  const changes: Record<string, unknown> = {};
  for (const field of ['familyName', 'givenName'] as const) {
    if (draft[field].trim() !== saved[field]) changes[field] = draft[field].trim();
  }
  for (const field of ['locale', 'timezone'] as const) {
    if (draft[field] !== saved[field]) changes[field] = draft[field] || null;
  }
  const addresses = addressesIn(draft.mailAddresses);
  if (JSON.stringify(addresses) !== JSON.stringify(addressesIn(saved.mailAddresses))) changes.mailAddresses = addresses;
  return changes as Changes;
}

export type NameMistake = 'tooLong' | 'unseen';

/** What is wrong with a name; nothing when it is right (also when it is empty). */
export function nameMistake(value: string): NameMistake | undefined {
  if (!isVisibleName(value)) return 'unseen';
  return codePointLength(value) > MAX_NAME_LENGTH ? 'tooLong' : undefined;
}

import { MAX_MAIL_ADDRESSES } from '#contract/limits.ts';
import { isMailAddress } from '#contract/rules.ts';

/** The boxes of a person's further mail addresses; each keeps its key while others come and go. */
export type AddressBoxes = readonly { key: number; value: string }[];

export const boxesOf = (addresses: readonly string[]): AddressBoxes => addresses.map((value, key) => ({ key, value }));

/** One box more, as long as there may be more. */
export function withAddress(boxes: AddressBoxes): AddressBoxes {
  if (boxes.length >= MAX_MAIL_ADDRESSES) return boxes;
  return [...boxes, { key: Math.max(-1, ...boxes.map(({ key }) => key)) + 1, value: '' }];
}

/** The addresses to send: boxes left empty are none. */
export const addressesIn = (boxes: AddressBoxes): string[] => boxes.map(({ value }) => value.trim()).filter(Boolean);

export type AddressMistake = 'invalid' | 'twice';

/**
 * What is wrong with the address in a box: its form, or that an earlier box has the same but for capital letters. An
 * empty box is none.
 */
export function addressMistake(boxes: AddressBoxes, key: number, text: string): AddressMistake | undefined {
  const value = text.trim();
  if (value === '') return undefined;
  if (!isMailAddress(value)) return 'invalid';
  const before = boxes.slice(
    0,
    boxes.findIndex((one) => one.key === key),
  );
  return before.some((one) => one.value.trim().toLowerCase() === value.toLowerCase()) ? 'twice' : undefined;
}

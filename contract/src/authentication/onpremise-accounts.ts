import { z } from 'zod';

/** Identifiers of a user at devices (spec section 3): a card, or an entry of the device's address book. */
export const onpremiseAccountTypes = ['mfp_address_book', 'address_book', 'card'] as const;
export type OnpremiseAccountType = (typeof onpremiseAccountTypes)[number];

/** Spaces, hyphens and colons in a card's number and the case of its letters do not count. */
export const cardNumber = z
  .string()
  .max(200)
  .overwrite((value) => value.replace(/[\s:-]/g, '').toUpperCase())
  .regex(/^[A-Z0-9]{4,64}$/);

/** The id of an address book's entry: printable ASCII; the case of its letters does not count. */
export const addressBookId = z
  .string()
  .max(200)
  .overwrite((value) => value.trim().toUpperCase())
  .regex(/^[!-~]{1,64}$/);

import { z } from 'zod';

/** Identifiers of a user at devices (spec section 3): a card, or an entry of the device's address book. */
export const onpremiseAccountTypes = ['mfp_address_book', 'address_book', 'card'] as const;
export type OnpremiseAccountType = (typeof onpremiseAccountTypes)[number];

/** Blanks, hyphens, colons and case of a card number are ignored. */
export const cardNumber = z
  .string()
  .max(200)
  .overwrite((value) => value.replace(/[\s:-]/g, '').toUpperCase())
  .regex(/^[A-Z0-9]{4,64}$/);

/** ID of an address book entry: printable ASCII, case-insensitive. */
export const addressBookId = z
  .string()
  .max(200)
  .overwrite((value) => value.trim().toUpperCase())
  .regex(/^[!-~]{1,64}$/);

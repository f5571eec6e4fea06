import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';

/** A card that signs in at devices of one type. The number cannot be read back. */
export const myCard = z.strictObject({
  uuid: field.uuid,
  deviceType: z.string(),
  /** The place among the cards of this device type, from 1. */
  index: z.number().int(),
  /** The last characters of the number, to tell two cards apart. */
  hint: z.string(),
  createdAt: z.string(),
});
export type MyCard = z.output<typeof myCard>;

export const listMyCards = route({
  method: 'GET',
  path: '/api/auth/me/cards',
  access: 'me',
  operation: 'read',
  toggle: 'deviceLoginSettings',
  summary: 'One’s cards, and whether one may add any',
  response: z.strictObject({
    /** Whether the tenant uses cards, and whether people enter them themselves. */
    enabled: z.boolean(),
    allowCardEntry: z.boolean(),
    /** The device types a card can be for. */
    deviceTypes: z.array(z.string()),
    maxPerDeviceType: z.number().int(),
    results: z.array(myCard),
    totalResults: z.number().int(),
  }),
  errors: [],
});

/** Spaces, hyphens and colons in the number and the case of its letters do not count. */
export const addCard = route({
  method: 'POST',
  path: '/api/auth/me/cards',
  access: 'me',
  operation: 'create',
  toggle: 'deviceLoginSettings',
  summary: 'Add a card',
  body: z.strictObject({
    deviceType: field.text(64),
    number: z
      .string()
      .max(200)
      .overwrite((value) => value.replace(/[\s:-]/g, '').toUpperCase())
      .regex(/^[A-Z0-9]{4,64}$/),
  }),
  response: myCard,
  errors: [
    'forbidden',
    'exceeded_cards',
    'duplicated_params_onpremiseAccounts',
    'reauthentication_required',
    'too_many_requests',
  ],
  transaction: 'own',
});

export const deleteCard = route({
  method: 'DELETE',
  path: '/api/auth/me/cards/{uuid}',
  access: 'me',
  operation: 'delete',
  toggle: 'deviceLoginSettings',
  summary: 'Remove a card',
  params: z.strictObject({ uuid: field.uuid }),
  response: null,
  errors: ['not_found', 'forbidden'],
});

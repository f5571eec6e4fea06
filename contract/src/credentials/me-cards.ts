import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';
import { cardNumber } from './onpremise-accounts.ts';

/** A card that signs in at devices of one type. The number cannot be read back. */
export const myCard = z.strictObject({
  uuid: field.uuid,
  deviceType: z.string(),
  /** Position among the cards of this device type, from 1. */
  index: z.number().int(),
  /** Last characters of the number, to distinguish cards. */
  hint: z.string(),
  createdAt: z.string(),
});
export type MyCard = z.output<typeof myCard>;

export const listMyCards = route({
  method: 'GET',
  path: '/api/auth/me/cards',
  access: 'me',
  only: 'portal',
  operation: 'read',
  toggle: 'deviceLoginSettings',
  summary: 'List your cards and whether you can add more',
  response: z.strictObject({
    /** True if the tenant uses cards and users enter them. */
    enabled: z.boolean(),
    allowCardEntry: z.boolean(),
    /** Device types that a card can be for. */
    deviceTypes: z.array(z.string()),
    maxPerDeviceType: z.number().int(),
    results: z.array(myCard),
    totalResults: z.number().int(),
  }),
  errors: [],
});

export const addCard = route({
  method: 'POST',
  path: '/api/auth/me/cards',
  access: 'me',
  proof: 'recent',
  operation: 'create',
  event: 'user.accountAdded',
  toggle: 'deviceLoginSettings',
  summary: 'Add a card',
  body: z.strictObject({
    deviceType: field.text(64),
    number: cardNumber,
  }),
  response: myCard,
  errors: ['not_found', 'forbidden', 'exceeded_cards', 'duplicated_params_onpremiseAccounts', 'too_many_requests'],
  transaction: 'own',
});

export const deleteCard = route({
  method: 'DELETE',
  path: '/api/auth/me/cards/{uuid}',
  access: 'me',
  proof: 'recent',
  operation: 'delete',
  event: 'user.accountRemoved',
  toggle: 'deviceLoginSettings',
  summary: 'Remove a card',
  params: z.strictObject({ uuid: field.uuid }),
  response: null,
  errors: ['not_found', 'forbidden'],
});

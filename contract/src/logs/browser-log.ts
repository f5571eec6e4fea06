import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';

const pixels = z.number().int().min(0).max(100_000);

/**
 * An entry of the browser's log (spec section 7). Addresses are stored without their query; tokens are never stored.
 */
const operationEntry = z.strictObject({
  apiUrl: field.exactText(2048).optional(),
  apiMethod: field.exactText(16).optional(),
  operationId: field.exactText(128).optional(),
  tenantId: field.exactText(64).optional(),
  userId: field.exactText(128).optional(),
  uuid: field.exactText(64).optional(),
  userAction: field.text(128).optional(),
  screenName: field.text(128).optional(),
  clickElem: field.text(256).optional(),
  operationResult: field.text(128).optional(),
  errorMessage: field.multilineText(1024).optional(),
  appIconName: field.text(128).optional(),
  appIconId: field.exactText(128).optional(),
  serviceClass: field.exactText(128).optional(),
  appUrl: field.exactText(2048).optional(),
  windowWidth: pixels.optional(),
  windowHeight: pixels.optional(),
  targetIds: z.array(field.exactText(128)).max(50).optional(),
  flags: z
    .record(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/), z.boolean())
    .refine((flags) => Object.keys(flags).length <= 20)
    .optional(),
});
export type OperationLogEntry = z.output<typeof operationEntry>;

const BODY_LIMIT = 8 * 1024;

export const logOperation = route({
  method: 'POST',
  path: '/api/account/sal',
  access: 'public',
  operation: 'none',
  summary: 'Log browser operations of guests',
  body: operationEntry,
  response: null,
  errors: ['too_many_requests'],
  bodyLimit: BODY_LIMIT,
});

/** The user is taken from the token; the entry's own claim is dropped. */
export const logOperationOfUser = route({
  method: 'POST',
  path: '/api/account/salau',
  access: 'limited',
  operation: 'none',
  summary: 'Log browser operations of the signed-in user',
  body: operationEntry,
  response: null,
  errors: ['too_many_requests'],
  bodyLimit: BODY_LIMIT,
  transaction: 'own',
});

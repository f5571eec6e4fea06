import { z } from 'zod';
import * as field from '../fields.ts';
import { MAX_PIN_LENGTH } from '../limits.ts';
import { route } from '../route.ts';
import { onpremiseAccountTypes } from '../credentials/onpremise-accounts.ts';
import { user, userParams } from './users-fields.ts';

const path = '/api/auth/tenants/{tenantId}/users/{userId}';
const accountParams = userParams.extend({ uuid: field.uuid });
/** Depends on the type: a card number, or the ID of an address book entry. */
const number = z.string().min(1).max(200);

/** Facts about a user's sign-in at devices, and the rules for new credentials. */
export const getUserDeviceLogin = route({
  method: 'GET',
  path: `${path}/deviceLogin`,
  access: 'users:read',
  only: 'portal',
  operation: 'read',
  summary: 'Get the PIN, cards and on-premises accounts of a user, and the rules for new ones',
  params: userParams,
  response: z.strictObject({
    userCode: z.strictObject({
      /** Whether the tenant uses PINs. */
      enabled: z.boolean(),
      assigned: z.boolean(),
      issuedAt: z.string().nullable(),
      characters: z.enum(['digits', 'alphanumeric']),
      minLength: z.number().int(),
      maxLength: z.number().int(),
    }),
    /** Whether the tenant uses cards and on-premise accounts. */
    onpremiseEnabled: z.boolean(),
    deviceTypes: z.array(z.strictObject({ deviceType: z.string(), types: z.array(z.enum(onpremiseAccountTypes)) })),
    maxCardsPerDeviceType: z.number().int(),
    accounts: z.array(
      z.strictObject({
        uuid: field.uuid,
        deviceType: z.string(),
        type: z.enum(onpremiseAccountTypes),
        index: z.number().int(),
        hint: z.string(),
        createdAt: z.string(),
      }),
    ),
  }),
  errors: ['not_found'],
});

/** Replaces a user's PIN. The email to the user does not contain it. `forbidden`: the tenant uses no PINs. */
export const issueUserPin = route({
  method: 'POST',
  path: `${path}/userCode/request`,
  access: 'users:write',
  proof: 'recent',
  operation: 'update',
  event: 'user.pinIssued',
  summary: 'Create a PIN for a user',
  params: userParams,
  body: z.strictObject({ userCode: field.exactText(MAX_PIN_LENGTH).optional() }),
  /** The generated PIN, shown only here; null if the administrator chose it. */
  response: z.strictObject({ userCode: z.string().nullable() }),
  errors: [
    'not_found',
    'forbidden',
    'invalid_params_user_code',
    'duplicated_params_userCode',
    'too_many_requests',
    'service_busy',
  ],
  transaction: 'own',
});

export const removeUserPin = route({
  method: 'DELETE',
  path: `${path}/userCode`,
  access: 'users:write',
  proof: 'recent',
  operation: 'delete',
  event: 'user.pinRemoved',
  summary: 'Remove the PIN of a user',
  params: userParams,
  response: null,
  errors: ['not_found'],
});

/** At most ten cards per device type, and one entry of an address book. `forbidden`: the tenant uses none. */
export const addUserAccount = route({
  method: 'POST',
  path: `${path}/onpremiseAccounts`,
  access: 'users:write',
  proof: 'recent',
  operation: 'create',
  event: 'user.accountAdded',
  summary: 'Add a card or an on-premises account to a user',
  params: userParams,
  body: z.strictObject({ deviceType: field.text(64), type: z.enum(onpremiseAccountTypes), number }),
  response: user,
  errors: ['not_found', 'forbidden', 'exceeded_cards', 'duplicated_params_onpremiseAccounts', 'too_many_requests'],
  transaction: 'own',
});

/** The old number stops working; the position stays. */
export const replaceUserAccount = route({
  method: 'PUT',
  path: `${path}/onpremiseAccounts/{uuid}`,
  access: 'users:write',
  proof: 'recent',
  operation: 'update',
  event: 'user.accountReplaced',
  summary: 'Change a card or an on-premises account of a user',
  params: accountParams,
  body: z.strictObject({ number }),
  response: user,
  errors: ['not_found', 'forbidden', 'duplicated_params_onpremiseAccounts', 'too_many_requests'],
  transaction: 'own',
});

export const removeUserAccount = route({
  method: 'DELETE',
  path: `${path}/onpremiseAccounts/{uuid}`,
  access: 'users:write',
  proof: 'recent',
  operation: 'delete',
  event: 'user.accountRemoved',
  summary: 'Remove a card or an on-premises account from a user',
  params: accountParams,
  response: null,
  errors: ['not_found'],
});

import { z } from 'zod';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';

export const myAccount = z.strictObject({
  tenantId: z.string(),
  tenantName: z.string(),
  userId: z.string(),
  uuid: field.uuid,
  isCurrent: z.boolean(),
  isDefault: z.boolean(),
});

export const listMyAccounts = route({
  method: 'GET',
  path: '/api/auth/myAccounts',
  access: 'me',
  only: 'portal',
  operation: 'read',
  summary: 'The accounts this person proved to own in this sign-in',
  response: pageOf(myAccount),
  errors: [],
  transaction: 'own',
});

export const setDefaultTenant = route({
  method: 'PUT',
  path: '/api/auth/myAccounts/defaultTenants',
  access: 'me',
  proof: 'recent',
  operation: 'update',
  summary: 'Which of the accounts a mail address alone signs in to; null: ask each time',
  body: z.strictObject({ tenantId: field.tenantId.nullable() }),
  response: null,
  errors: ['account_not_exist'],
  transaction: 'own',
});

export const issueTicket = route({
  method: 'POST',
  path: '/api/auth/myAccounts/issueTicketByAccessToken',
  access: 'me',
  only: 'portal',
  operation: 'none',
  summary: 'A ticket that opens another account of the same person',
  body: z.strictObject({ tenantId: field.tenantId }),
  response: z.strictObject({ ticket: z.string() }),
  errors: ['account_not_exist'],
  transaction: 'own',
});

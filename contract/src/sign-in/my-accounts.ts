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
  summary: 'List the accounts verified in this sign-in',
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
  event: 'user.defaultTenantChosen',
  summary: 'Set the default account of an email address, or null to ask each time',
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
  summary: 'Create a ticket to switch to another account of the same user',
  body: z.strictObject({ tenantId: field.tenantId }),
  response: z.strictObject({ ticket: z.string() }),
  errors: ['account_not_exist'],
  transaction: 'own',
});

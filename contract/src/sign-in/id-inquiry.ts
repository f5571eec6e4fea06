import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';
import { waysToSignIn } from './login.ts';

/** Answers alike, and as fast, whether an account has the address or not (standards 5). */
export const sendIdInformation = route({
  method: 'POST',
  path: '/api/account/sendIdInformation',
  access: 'public',
  operation: 'none',
  summary: 'Email the tenant IDs and user IDs of an address',
  body: z.strictObject({ mailAddress: field.mailAddress }),
  response: null,
  errors: ['too_many_requests'],
});

/** A tenant with default settings answers like an unknown one; its name is never included. */
export const getTenantBrief = route({
  method: 'GET',
  path: '/api/account/tenants/{tenantId}/brief',
  access: 'public',
  operation: 'read',
  summary: 'Get the sign-in methods of a tenant',
  params: z.strictObject({ tenantId: field.exactText(64) }),
  response: waysToSignIn.extend({ tenantId: z.string() }),
  errors: ['too_many_requests'],
});

/** The same answer for every address: it is not looked up. */
export const getMyAccountsBrief = route({
  method: 'GET',
  path: '/api/account/myAccounts/brief',
  access: 'public',
  operation: 'read',
  summary: 'Get the sign-in methods for an email address',
  query: z.strictObject({ loginMailAddress: field.exactText(128) }),
  response: waysToSignIn,
  errors: ['too_many_requests'],
});

import { z } from 'zod';
import { myAccount } from '../sign-in/my-accounts.ts';
import { pageOf } from '../page.ts';
import { roles } from '../roles.ts';
import { route } from '../route.ts';
import { theme } from './theme.ts';
import { passwordPolicyAnswer } from '../tenant/password-policy.ts';

export const getMyTenant = route({
  method: 'GET',
  path: '/api/account/myTenant',
  access: 'limited',
  operation: 'read',
  summary: 'Get the tenant of the signed-in user',
  response: z.strictObject({
    tenantId: z.string(),
    name: z.string(),
    locale: z.string(),
    timezone: z.string(),
    country: z.string().nullable(),
    region: z.string(),
    customTheme: theme,
  }),
  errors: [],
  transaction: 'own',
});

export const getMyPasswordPolicy = route({
  method: 'GET',
  path: '/api/account/myTenant/securityPolicy/passwordPolicy',
  access: 'limited',
  operation: 'read',
  summary: 'Get the password policy of the signed-in user’s tenant',
  response: passwordPolicyAnswer.extend({
    expiresAfterDays: z.number().nullable(),
    /** Roles that the login policy signs in with a password. */
    openTo: z.array(z.enum(roles)),
  }),
  errors: [],
  transaction: 'own',
});

export const getMyAccounts = route({
  method: 'GET',
  path: '/api/account/myAccounts',
  access: 'me',
  only: 'portal',
  operation: 'read',
  summary: 'List the accounts verified in this sign-in',
  response: pageOf(myAccount),
  errors: [],
  transaction: 'own',
});

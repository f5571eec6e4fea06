import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';

/** Where the browser goes to: the identity provider, with a request. */
const departure = z.strictObject({ url: z.string() });

export const requestSamlSignIn = route({
  method: 'POST',
  path: '/api/auth/saml/sp/request',
  access: 'public',
  operation: 'none',
  fromOwnPages: true,
  summary: 'Begin a sign-in with a SAML identity provider',
  body: z.strictObject({ tenantId: field.exactText(64), samlId: field.exactText(200) }),
  response: departure,
  errors: [
    'tenantId_or_samlId_not_exists',
    'certification_unregistered',
    'certifications_unavailable',
    'too_many_requests',
  ],
  transaction: 'own',
});

export const connectSamlAccount = route({
  method: 'POST',
  path: '/api/auth/saml/sp/connect',
  access: 'me',
  proof: 'recent',
  operation: 'none',
  toggle: 'externalServiceConnection',
  fromOwnPages: true,
  summary: 'Begin to link an account at a SAML identity provider to your own',
  body: z.strictObject({ samlId: field.exactText(200) }),
  response: departure,
  errors: ['saml_not_exist', 'certification_unregistered', 'certifications_unavailable', 'too_many_requests'],
  transaction: 'own',
});

/** Tries a connection, enabled or not. The answer is judged like a sign-in, signs nobody in, and stands in the traces. */
export const verifySamlConnection = route({
  method: 'POST',
  path: '/api/auth/saml/sp/verify',
  access: 'tenant:write',
  only: 'portal',
  operation: 'none',
  fromOwnPages: true,
  summary: 'Begin to test a SAML connection',
  body: z.strictObject({ samlId: field.exactText(200) }),
  response: departure,
  errors: ['saml_not_exist', 'certification_unregistered', 'certifications_unavailable'],
  transaction: 'own',
});

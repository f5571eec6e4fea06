import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';
import { opId } from './openid-connections.ts';

/** An opened registration: the code its link was traded for, and what was typed. Names left out stay as they were. */
const registering = {
  temporaryCode: field.temporaryCode,
  userInfo: z
    .strictObject({
      familyName: field.familyName.optional(),
      givenName: field.givenName.optional(),
      locale: field.locale.optional(),
      timezone: field.timezone.optional(),
    })
    .prefault({}),
};
/** Where the browser goes to. The registration is completed when it is back with the provider's answer. */
const departure = z.strictObject({ url: z.string() });

/** The connection is one of the tenant that the code is of. */
export const requestRegisterSamlUser = route({
  method: 'POST',
  path: '/api/auth/requestRegisterSamlUser',
  access: 'public',
  operation: 'none',
  fromOwnPages: true,
  summary: 'Begin to complete a registration with a SAML identity provider instead of a password',
  body: z.strictObject({ samlId: field.exactText(200), ...registering }),
  response: departure,
  errors: [
    'revoked_or_expired',
    'exceeded_user_limit',
    'tenantId_or_samlId_not_exists',
    'certification_unregistered',
    'certifications_unavailable',
    'too_many_requests',
  ],
  transaction: 'own',
});

export const requestRegisterOpenidUser = route({
  method: 'POST',
  path: '/api/auth/requestRegisterOpenidUser',
  access: 'public',
  operation: 'none',
  fromOwnPages: true,
  summary: 'Begin to complete a registration with an OpenID provider instead of a password',
  body: z.strictObject({ opId, ...registering }),
  response: departure,
  errors: ['revoked_or_expired', 'exceeded_user_limit', 'domain_not_exists', 'rp_setting_invalid', 'too_many_requests'],
  transaction: 'own',
});

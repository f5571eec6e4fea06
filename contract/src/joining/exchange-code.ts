import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';
import { passwordPolicyAnswer } from '../tenant/password-policy.ts';

/** Purposes of an emailed link: resetting a forgotten password, or registering after an invitation. */
export const linkPurposes = ['resetPassword', 'registerLoginInfo'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/**
 * The page behind the link exchanges its code once for a temporary code (15 minutes), which the next steps use.
 * `mfaRequired`: `POST /mfa/authenticate` precedes the new password, with one of `mfaMethods`.
 */
export const exchangeTemporaryCode = route({
  method: 'POST',
  path: '/api/account/temporaryCode/exchange',
  access: 'public',
  operation: 'none',
  summary: 'Exchange the code of an emailed link for a temporary code. Works once',
  body: z.strictObject({ exchangeCode: field.exchangeCode }),
  response: z.strictObject({
    temporaryCode: z.string(),
    purpose: z.enum(linkPurposes),
    tenantId: z.string(),
    userId: z.string(),
    mfaRequired: z.boolean(),
    mfaMethods: z.array(z.enum(['totp', 'recoveryCode'])),
    passwordPolicy: passwordPolicyAnswer,
  }),
  errors: ['revoked_or_expired', 'too_many_requests'],
});

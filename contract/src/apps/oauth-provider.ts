import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';
import { sharedKinds } from './claim-values.ts';

/** A user code as displayed by a device; case, hyphens and blanks are ignored. */
const userCode = field.exactText(32).refine((value) => value.trim() !== '');

/** What the app gets by the claims that administrators gave it, beside its scopes. */
const shares = z.array(z.enum(sharedKinds));
/** With an answer: what of it the user has read. What was added since is asked about the next time. */
const read = shares.max(sharedKinds.length).optional();

/** What it asks of an API of the tenant, each scope by its sentence. */
const ofApi = z.strictObject({ name: z.string(), scopes: z.array(z.string()) }).nullable();

/** Description of a device that requests access. */
const deviceRequest = z.strictObject({
  clientId: z.string(),
  clientName: z.string(),
  scopes: z.array(z.string()),
  api: ofApi,
  shares,
  /** The device's network address, so that users can recognize their own device. */
  address: z.string(),
  userAgent: z.string(),
  /** False: the app is only for assigned users and groups, and the caller is none of them. */
  assigned: z.boolean(),
  /**
   * What this session lacks of what app and request ask for: `mfa` of a session without, `signIn`: another or a later
   * sign-in; `unobtainable`: no sign-in here would do. Null: nothing.
   */
  missingProof: z.enum(['mfa', 'signIn', 'unobtainable']).nullable(),
});

export const verifyDevice = route({
  method: 'POST',
  path: '/api/auth/oauth/provider/device/verification',
  access: 'me',
  only: 'portal',
  operation: 'none',
  toggle: 'deviceAuthorization',
  summary: 'Get the device authorization request of a user code',
  body: z.strictObject({ userCode }),
  response: deviceRequest,
  errors: ['wrong_user_code', 'user_code_expired', 'too_many_requests'],
  transaction: 'own',
});

export const completeDevice = route({
  method: 'POST',
  path: '/api/auth/oauth/provider/device/complete',
  access: 'me',
  only: 'portal',
  operation: 'create',
  event: 'oauthDevice.answered',
  toggle: 'deviceAuthorization',
  summary: 'Approve or deny a device authorization request',
  body: z.strictObject({ userCode, accept: z.boolean(), shares: read }),
  response: null,
  errors: ['wrong_user_code', 'user_code_expired', 'too_many_requests', 'forbidden'],
  transaction: 'own',
});

/** Query of an authorization request, as sent to the authorization endpoint. */
const authorizationQuery = field.exactText(8000);

/** The app that requests consent, and the access it will have. */
const consentRequest = z.strictObject({
  clientId: z.string(),
  clientName: z.string(),
  /** Host of the app's home page, if it has one. */
  homepage: z.string().nullable(),
  /** Host that receives the answer; null: an app on the user's own device. */
  returnsTo: z.string().nullable(),
  scopes: z.array(z.string()),
  api: ofApi,
  shares,
  /** As of a device: then it cannot be allowed. */
  assigned: z.boolean(),
});

export const describeConsent = route({
  method: 'POST',
  path: '/api/auth/oauth/provider/consent/request',
  access: 'me',
  only: 'portal',
  operation: 'none',
  summary: 'Get a consent request: the app and the access it asks for',
  body: z.strictObject({ query: authorizationQuery }),
  response: consentRequest,
  errors: ['not_found'],
  transaction: 'own',
});

/** Consent is stored for this account, client and scopes. */
export const answerConsent = route({
  method: 'POST',
  path: '/api/auth/oauth/provider/consent/complete',
  access: 'me',
  only: 'portal',
  operation: 'create',
  event: 'oauthConsent.given',
  summary: 'Approve or deny a consent request',
  body: z.strictObject({ query: authorizationQuery, accept: z.boolean(), shares: read }),
  response: null,
  errors: ['not_found', 'forbidden'],
  transaction: 'own',
});

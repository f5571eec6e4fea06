import { z } from 'zod';
import * as field from '../fields.ts';
import { deviceLoginTypes } from '../login-policy-values.ts';
import { route } from '../route.ts';
import { secondFactors } from './proofs.ts';
import { askedBy } from './steps.ts';
import { cardNumber } from '../credentials/onpremise-accounts.ts';

/** Inputs that a device may have to ask for. */
export const askedAtDevice = ['card', 'userCode', 'userId', 'loginMailAddress', 'password'] as const;
export type AskedAtDevice = (typeof askedAtDevice)[number];

const way = z.enum(deviceLoginTypes);

/** Sign-in methods in the tenant's order. Empty if users do not sign in at devices of this type. */
export const deviceWays = route({
  method: 'GET',
  path: '/api/auth/device/ways',
  access: 'device',
  transaction: 'own',
  operation: 'read',
  summary: 'Get the sign-in methods of a device, their order and input fields',
  response: z.strictObject({
    first: way.nullable(),
    ways: z.array(z.strictObject({ way, asks: z.array(z.enum(askedAtDevice)) })),
    /** True if a user who signed in with a password may add the card at hand (`deviceCard`). */
    cardEntry: z.boolean(),
  }),
  errors: ['invalid_token'],
});

/** An identifier as typed. It is only looked up, so only its length is limited. */
const typed = field.exactText(128).refine((value) => value.trim() !== '');

const completed = z.strictObject({
  status: z.literal('completed'),
  /** Allows what users may read, at this device, until it expires or the session ends. */
  accessToken: z.string(),
  /** Seconds. */
  expiresIn: z.number().int(),
  uuid: field.uuid,
  userId: z.string(),
});
const mfaRequired = z.strictObject({
  status: z.literal(askedBy.mfa),
  loginId: z.string(),
  methods: z.array(z.enum(secondFactors)),
});
const deviceLoginAnswer = z.discriminatedUnion('status', [completed, mfaRequired]);
export type DeviceLoginAnswer = z.output<typeof deviceLoginAnswer>;

/**
 * Signs a user in at a device with exactly the inputs that the sign-in method requires; otherwise `invalid_params` with
 * the field. `mismatch` for every refusal: unknown card or PIN, inactive account, wrong proof. `password_expired` only
 * after the correct password; it is changed at the portal.
 */
export const deviceLogin = route({
  method: 'POST',
  path: '/api/auth/device/login',
  access: 'device',
  transaction: 'own',
  operation: 'none',
  summary: 'Sign a user in at a device',
  body: z.strictObject({
    way,
    card: cardNumber.optional(),
    userCode: field.pin.optional(),
    userId: typed.optional(),
    loginMailAddress: typed.optional(),
    password: field.password.optional(),
  }),
  response: deviceLoginAnswer,
  errors: ['invalid_token', 'mismatch', 'password_expired', 'too_many_requests', 'service_busy'],
});

export const deviceMfa = route({
  method: 'POST',
  path: '/api/auth/device/login/mfa',
  access: 'device',
  transaction: 'own',
  operation: 'none',
  summary: 'Verify MFA for a device sign-in',
  body: z
    .strictObject({ loginId: field.loginId, otp: field.otp.optional(), recoveryCode: field.recoveryCode.optional() })
    .refine((body) => (body.otp === undefined) !== (body.recoveryCode === undefined), { path: ['otp'] }),
  response: deviceLoginAnswer,
  errors: ['invalid_token', 'wrong_otp', 'login_expired'],
});

/** The user's token in the body, because the header has the device's. */
const accessToken = z.string().min(1).max(1024);

export const deviceLogout = route({
  method: 'POST',
  path: '/api/auth/device/logout',
  access: 'device',
  transaction: 'own',
  operation: 'none',
  summary: 'Sign a user out at a device. Succeeds if already signed out',
  body: z.strictObject({ accessToken }),
  response: null,
  errors: ['invalid_token'],
});

/** For users who signed in there with a password, if the tenant allows them to enter cards (`allowCardEntry`). */
export const deviceCard = route({
  method: 'POST',
  path: '/api/auth/device/cards',
  access: 'device',
  transaction: 'own',
  operation: 'create',
  event: 'user.accountAdded',
  summary: 'Add the presented card to the user signed in at the device',
  body: z.strictObject({ accessToken, card: cardNumber }),
  response: z.strictObject({ deviceType: z.string(), hint: z.string() }),
  errors: [
    'invalid_token',
    'access_token_error',
    'not_found',
    'forbidden',
    'exceeded_cards',
    'duplicated_params_onpremiseAccounts',
    'too_many_requests',
  ],
});

import { z } from 'zod';
import * as field from '../fields.ts';
import { deviceLoginTypes } from '../login-policy-values.ts';
import { route } from '../route.ts';
import { cardNumber } from './onpremise-accounts.ts';

/** What a device may have to ask of somebody. */
export const askedAtDevice = ['card', 'userCode', 'userId', 'loginMailAddress', 'password'] as const;
export type AskedAtDevice = (typeof askedAtDevice)[number];

const way = z.enum(deviceLoginTypes);

/** The ways in the tenant's order. None where nobody signs in at devices of this type. */
export const deviceWays = route({
  method: 'GET',
  path: '/api/auth/device/ways',
  access: 'device',
  operation: 'read',
  summary: 'Which ways of signing in a device offers, which it shows first, and what each asks for',
  response: z.strictObject({
    first: way.nullable(),
    ways: z.array(z.strictObject({ way, asks: z.array(z.enum(askedAtDevice)) })),
    /** Whether somebody who signed in with a password may add the card they hold (`deviceCard`). */
    cardEntry: z.boolean(),
  }),
  errors: ['invalid_token'],
});

/** What is typed to say who one is. Looked up, so only bounded here. */
const typed = field.exactText(128).refine((value) => value.trim() !== '');

const completed = z.strictObject({
  status: z.literal('completed'),
  /** Good for what an ordinary user may read, at this device, until it expires or the session ends. */
  accessToken: z.string(),
  /** Seconds. */
  expiresIn: z.number().int(),
  uuid: field.uuid,
  userId: z.string(),
});
const mfaRequired = z.strictObject({
  status: z.literal('mfaRequired'),
  loginId: z.string(),
  methods: z.array(z.enum(['totp', 'recoveryCode'])),
});
const deviceLoginAnswer = z.discriminatedUnion('status', [completed, mfaRequired]);
export type DeviceLoginAnswer = z.output<typeof deviceLoginAnswer>;

/**
 * Somebody at a device: exactly what the way asks for, `invalid_params` with the field else. `mismatch` whatever is
 * wrong: nobody has that card or PIN, may not in, or did not prove it. `password_expired` only after the right password:
 * it is changed at the portal.
 */
export const deviceLogin = route({
  method: 'POST',
  path: '/api/auth/device/login',
  access: 'device',
  operation: 'none',
  summary: 'Sign somebody in at a device',
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
  operation: 'none',
  summary: 'Give the second factor of a sign-in at a device',
  body: z
    .strictObject({ loginId: field.loginId, otp: field.otp.optional(), recoveryCode: field.recoveryCode.optional() })
    .refine((body) => (body.otp === undefined) !== (body.recoveryCode === undefined), { path: ['otp'] }),
  response: deviceLoginAnswer,
  errors: ['invalid_token', 'wrong_otp', 'login_expired'],
});

/** The token of somebody at this device, in the body: the header has the device's own. */
const accessToken = z.string().min(1).max(1024);

export const deviceLogout = route({
  method: 'POST',
  path: '/api/auth/device/logout',
  access: 'device',
  operation: 'none',
  summary: 'Sign somebody out at a device; one who is out already stays out',
  body: z.strictObject({ accessToken }),
  response: null,
  errors: ['invalid_token'],
});

/** For whoever signed in there with a password, where the tenant lets people enter their cards (`allowCardEntry`). */
export const deviceCard = route({
  method: 'POST',
  path: '/api/auth/device/cards',
  access: 'device',
  operation: 'none',
  summary: 'Add the card somebody holds to a device to the person who signed in there',
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

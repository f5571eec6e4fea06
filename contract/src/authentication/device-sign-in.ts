import { z } from 'zod';
import { deviceLoginTypes } from '../login-policy-values.ts';
import { route } from '../route.ts';

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
  }),
  errors: ['invalid_token'],
});

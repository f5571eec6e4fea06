import { z } from 'zod';
import * as field from '../fields.ts';
import { route } from '../route.ts';

/** A user code as a device shows it; letter case, hyphens and spaces do not matter. */
const userCode = field.exactText(32).refine((value) => value.trim() !== '');

/** What a device that wants in says about itself. */
const deviceRequest = z.strictObject({
  clientId: z.string(),
  clientName: z.string(),
  scopes: z.array(z.string()),
  /** Where the device asked from, so that a person can tell their own from a stranger's. */
  address: z.string(),
  userAgent: z.string(),
});

export const verifyDevice = route({
  method: 'POST',
  path: '/api/auth/oauth/provider/device/verification',
  access: 'me',
  operation: 'none',
  toggle: 'deviceAuthorization',
  summary: 'Which device shows this user code and what it asks for',
  body: z.strictObject({ userCode }),
  response: deviceRequest,
  errors: ['wrong_user_code', 'user_code_expired', 'too_many_requests'],
  transaction: 'own',
});

export const completeDevice = route({
  method: 'POST',
  path: '/api/auth/oauth/provider/device/complete',
  access: 'me',
  operation: 'create',
  toggle: 'deviceAuthorization',
  summary: 'Let a device in, or refuse it',
  body: z.strictObject({ userCode, accept: z.boolean() }),
  response: null,
  errors: ['wrong_user_code', 'user_code_expired', 'too_many_requests'],
  transaction: 'own',
});

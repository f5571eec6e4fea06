import { z } from 'zod';
import { route } from '../route.ts';

/** A device's secret; anything that cannot be one is refused like a wrong one. */
const credential = z.string().min(1).max(128);

/**
 * Authenticates a device by its first or latest secret. The secret it returns becomes the only valid one at its first
 * use; until then a device that lost the answer repeats the old one, after five seconds. Reuse of a replaced secret
 * revokes all of the device's secrets.
 */
export const deviceToken = route({
  method: 'POST',
  path: '/api/auth/device/token',
  access: 'public',
  operation: 'none',
  summary: 'Exchange a device secret for a token and the next secret',
  body: z.strictObject({ credential }),
  response: z.strictObject({
    tenantId: z.string(),
    deviceId: z.string(),
    accessToken: z.string(),
    /** Seconds. */
    expiresIn: z.number().int(),
    credential,
  }),
  errors: ['invalid_token', 'too_many_requests'],
});

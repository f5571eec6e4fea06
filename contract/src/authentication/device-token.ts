import { z } from 'zod';
import { route } from '../route.ts';

/** A secret as a device shows it; what cannot be one is refused like a wrong one. */
const credential = z.string().min(1).max(128);

/**
 * A device signs in as itself, with its first secret or the one it was given last. The one it gets is the only one from
 * its first use on; until then a device whose answer was lost shows the old one again, after five seconds. A secret that
 * was replaced ends all of the device's secrets.
 */
export const deviceToken = route({
  method: 'POST',
  path: '/api/auth/device/token',
  access: 'public',
  operation: 'none',
  summary: 'Take a device’s secret for a token and the next secret',
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

import { z } from 'zod';
import { route } from '../route.ts';

export const signingKeyState = z.strictObject({
  kid: z.string(),
  algorithm: z.string(),
  /** `next` is announced, `current` signs, `retired` is shown until the tokens it signed have ended. */
  state: z.enum(['next', 'current', 'retired']),
});
export type SigningKeyState = z.output<typeof signingKeyState>;

export const rotateKey = route({
  method: 'POST',
  path: '/api/operator/keys/rotate',
  access: 'operator',
  operation: 'update',
  summary: 'Sign with the announced keys from now on',
  response: z.strictObject({ results: z.array(signingKeyState) }),
  errors: [],
  transaction: 'own',
});

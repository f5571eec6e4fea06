import { z } from 'zod';
import { route } from '../route.ts';
import { reasonOnly } from './tokens.ts';

export const signingKeyState = z.strictObject({
  kid: z.string(),
  algorithm: z.string(),
  /** `next` is announced, `current` signs, `retired` is published until the tokens it signed have expired. */
  state: z.enum(['next', 'current', 'retired']),
});
export type SigningKeyState = z.output<typeof signingKeyState>;

export const rotateKey = route({
  method: 'POST',
  path: '/api/operator/keys/rotate',
  access: 'operator',
  operation: 'update',
  event: 'signingKey.rotated',
  credentials: true,
  summary: 'Activate the announced signing keys',
  body: reasonOnly,
  response: z.strictObject({ results: z.array(signingKeyState) }),
  errors: [],
  transaction: 'own',
});

/**
 * For a key that may have leaked: its signatures are refused within a second, and pages get new tokens automatically.
 */
export const revokeKey = route({
  method: 'POST',
  path: '/api/operator/keys/{kid}/revoke',
  access: 'operator',
  operation: 'delete',
  event: 'signingKey.revoked',
  credentials: true,
  summary: 'Revoke a signing key immediately',
  params: z.strictObject({ kid: z.string().min(1).max(200) }),
  body: reasonOnly,
  response: z.strictObject({ results: z.array(signingKeyState) }),
  errors: ['not_found'],
  transaction: 'own',
});

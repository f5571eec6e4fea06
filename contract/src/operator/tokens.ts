import { z } from 'zod';
import { route } from '../route.ts';

/** The scope every operator token has, and all it has. */
export const OPERATOR_SCOPE = 'portal:operator';

export const tokenName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);
/** Made on the command line only: a stolen token must not be able to make its successor. */
export const newToken = z.strictObject({ name: tokenName, days: z.number().int().min(1).max(366).default(90) });

export const operatorToken = z.strictObject({
  name: z.string(),
  state: z.enum(['active', 'expired', 'revoked']),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type OperatorToken = z.output<typeof operatorToken>;

export const listTokens = route({
  method: 'GET',
  path: '/api/operator/tokens',
  access: 'operator',
  operation: 'read',
  summary: 'Operator tokens, without their secrets',
  response: z.strictObject({ results: z.array(operatorToken) }),
  errors: [],
  transaction: 'own',
});

export const revokeToken = route({
  method: 'DELETE',
  path: '/api/operator/tokens/{name}',
  access: 'operator',
  operation: 'delete',
  summary: 'Make an operator token worthless at once',
  params: z.strictObject({ name: tokenName }),
  response: null,
  errors: ['not_found'],
  transaction: 'own',
});

import { OPERATOR_SCOPE, operatorScopes } from '../principals.ts';
import { z } from 'zod';
import * as field from '../fields.ts';
import { MAX_OPERATOR_REASON_LENGTH } from '../limits.ts';
import { route } from '../route.ts';

/** The operator's reason for an act of that scope: logged, and emailed to the tenant's administrators. */
export const operatorReason = field.text(MAX_OPERATOR_REASON_LENGTH).refine((value) => value.trim().length >= 3);
/** Body of an act that needs nothing else; query of one without a body. */
export const reasonOnly = z.strictObject({ reason: operatorReason });

export const tokenName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);
/** Created on the command line only: a stolen token must not be able to create another. */
export const newToken = z.strictObject({
  name: tokenName,
  days: z.number().int().min(1).max(366).default(90),
  scopes: z
    .array(z.enum(operatorScopes))
    .min(1)
    .default([OPERATOR_SCOPE])
    .overwrite((given) => [...new Set(given)]),
});
export type NewToken = z.output<typeof newToken>;

export const operatorToken = z.strictObject({
  name: z.string(),
  state: z.enum(['active', 'expired', 'revoked']),
  scopes: z.array(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
});
export type OperatorToken = z.output<typeof operatorToken>;

export const listTokens = route({
  method: 'GET',
  path: '/api/operator/tokens',
  access: 'operator',
  operation: 'read',
  summary: 'List operator tokens, without their secrets',
  response: z.strictObject({ results: z.array(operatorToken) }),
  errors: [],
});

export const revokeToken = route({
  method: 'DELETE',
  path: '/api/operator/tokens/{name}',
  access: 'operator',
  operation: 'delete',
  event: 'operatorToken.revoked',
  summary: 'Revoke an operator token',
  params: z.strictObject({ name: tokenName }),
  response: null,
  errors: ['not_found'],
});

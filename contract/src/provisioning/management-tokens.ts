import { z } from 'zod';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { tokenScopes } from '../token-scopes.ts';
import { MAX_DISPLAY_NAME_LENGTH, MAX_TOKEN_DAYS, tokenStates } from './values.ts';

const token = z.strictObject({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  /** The source as which it acts; null of a token for events. */
  source: z.strictObject({ uuid: z.string(), displayName: z.string() }).nullable(),
  state: z.enum(tokenStates),
  /** User ID of who created it. */
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** At most a minute old. */
  lastUsedAt: z.string().nullable(),
  lastUsedAddress: z.string().nullable(),
});
export type ManagementToken = z.output<typeof token>;

const path = '/api/auth/oauth/provider/managementTokens';

export const listManagementTokens = route({
  method: 'GET',
  path,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'List the management tokens of the tenant, without their secrets',
  response: pageOf(token),
  errors: [],
});

/**
 * The token is in this answer only. Whoever creates one must be allowed all that it allows: users are provided with it, or
 * the logs read (`forbidden`). `conflict` for one token of a source, or for events, too many.
 */
export const createManagementToken = route({
  method: 'POST',
  path,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'create',
  event: 'managementToken.issued',
  summary: 'Create a management token',
  body: z
    .strictObject({
      name: field.requiredName.refine((value) => value.length <= MAX_DISPLAY_NAME_LENGTH),
      scopes: z
        .array(z.enum(tokenScopes))
        .min(1)
        .overwrite((given) => [...new Set(given)]),
      /** Of a token with the scope `scim`, and of no other. */
      sourceUuid: z.string().max(40).optional(),
      days: z.number().int().min(1).max(MAX_TOKEN_DAYS),
    })
    .refine(({ scopes, sourceUuid }) => scopes.length === 1 && scopes.includes('scim') === (sourceUuid !== undefined), {
      path: ['sourceUuid'],
    }),
  response: z.strictObject({ ...token.shape, token: z.string() }),
  errors: ['not_found', 'conflict'],
});

export const revokeManagementToken = route({
  method: 'DELETE',
  path: `${path}/{id}`,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'delete',
  event: 'managementToken.revoked',
  summary: 'Revoke a management token at once',
  params: z.strictObject({ id: z.string().max(40) }),
  response: null,
  errors: ['not_found'],
});

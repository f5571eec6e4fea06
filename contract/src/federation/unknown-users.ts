import { z } from 'zod';
import { route } from '../route.ts';
import { opId } from './openid-connections.ts';
import { newUserCauses } from './unknown-user-values.ts';

const unknownUser = z.strictObject({
  /** Who they are at the provider. */
  subject: z.string(),
  familyName: z.string(),
  givenName: z.string(),
  mailAddress: z.string().nullable(),
  /** Whether the address would count as theirs at once; else they confirm it by email. */
  isProven: z.boolean(),
  /** Why they would not be added; null: they would. */
  cause: z.enum(newUserCauses).nullable(),
  firstAt: z.string(),
  lastAt: z.string(),
  /** Sign-ins since the first. */
  times: z.int(),
});
export type UnknownUser = z.output<typeof unknownUser>;

const unknownUsers = z.strictObject({
  /** Users of these days are counted. */
  days: z.int(),
  /** Whether there may have been more: only the latest are kept. */
  isFull: z.boolean(),
  /** How many would be added, each once, if users were added at first sign-in, as things are now. */
  added: z.int(),
  refused: z.int(),
  /** How many more users the tenant may have; null: any number. */
  room: z.int().nullable(),
  /** The latest of them. */
  results: z.array(unknownUser),
});
export type UnknownUsers = z.output<typeof unknownUsers>;

const common = {
  method: 'GET',
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  response: unknownUsers,
} as const;

export const getOpenidUnknownUsers = route({
  ...common,
  path: '/api/auth/tenants/{tenantId}/oidcs/{id}/unknownUsers',
  summary: 'List who signed in with an OpenID provider lately, has no user, and would be added or not',
  params: z.strictObject({ tenantId: z.string().max(40), id: opId }),
  errors: ['not_found'],
});

export const getSamlUnknownUsers = route({
  ...common,
  path: '/api/auth/tenants/{tenantId}/samls/{samlId}/unknownUsers',
  summary: 'List who signed in with a SAML connection lately, has no user, and would be added or not',
  params: z.strictObject({ tenantId: z.string().max(40), samlId: z.string().max(200) }),
  errors: ['not_found', 'saml_not_exist'],
});

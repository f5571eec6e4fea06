import { z } from 'zod';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { tenantParams } from './users-fields.ts';

/** One saved version of the security policy. */
export const policyVersion = z.strictObject({
  version: z.number().int(),
  savedAt: z.string(),
  operatorUserId: z.string(),
  operatorUuid: field.uuid.nullable(),
  /** Before and after of each changed field, by its dotted path: `passwordPolicy.minLength`. */
  changes: z.record(z.string(), z.strictObject({ before: z.unknown().optional(), after: z.unknown().optional() })),
});
export type PolicyVersion = z.output<typeof policyVersion>;

/** Who changed what of the policy and when, newest first. */
export const listPolicyVersions = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}/securityPolicy/versions',
  access: 'tenant:read',
  operation: 'read',
  summary: 'The saved versions of the security policy',
  params: tenantParams,
  query: z.strictObject({ page: field.page, count: field.count }),
  response: pageOf(policyVersion),
  errors: ['not_found'],
});

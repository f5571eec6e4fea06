import { z } from 'zod';
import * as field from '../fields.ts';
import { mailStates } from '../mail-states.ts';
import { pageOf } from '../page.ts';
import { cursor } from '../portal/newest-first.ts';
import { policyEffectIds } from '../policy-effects.ts';
import { route } from '../route.ts';
import { someSecurityPolicy } from '../security-policy.ts';
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

/** One mail that told an administrator of a saved version. */
export const policyMail = z.strictObject({
  uuid: field.uuid,
  version: z.number().int(),
  userId: z.string(),
  mailAddress: z.string(),
  queuedAt: z.string(),
  /** Null: known no more, as with mails older than a month. */
  state: z.enum(mailStates).nullable(),
});
export type PolicyMail = z.output<typeof policyMail>;

/** Who was mailed of which version, newest first. Totals are exact up to 10,000. */
export const listPolicyMails = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}/securityPolicy/mails',
  access: 'tenant:read',
  operation: 'read',
  summary: 'The mails that told of changes of the security policy',
  params: tenantParams,
  query: z.strictObject({ cursor, count: field.count }),
  response: pageOf(policyMail),
  errors: ['not_found'],
});

/**
 * Whom a change of the policy would touch, in numbers, before it is saved. Counts a bite of the users at a time, so that
 * whoever asks sees it proceed: ask again with `cursor` until there is none, and add up. Refuses what saving would refuse.
 * Changes nothing.
 */
export const previewPolicy = route({
  method: 'POST',
  path: '/api/auth/tenants/{tenantId}/securityPolicy/operations/preview',
  access: 'tenant:write',
  operation: 'none',
  summary: 'Count whom a change of the security policy touches',
  params: tenantParams,
  body: z.strictObject({ securityPolicy: someSecurityPolicy, cursor: field.uuid.optional() }),
  response: z.strictObject({
    /** The version that the change was held against. */
    securityPolicyVersion: z.number().int(),
    /** Each effect the change has, with the users of this bite that it touches, and whether it touches the caller. */
    effects: z.array(z.strictObject({ effect: z.enum(policyEffectIds), users: z.number().int(), you: z.boolean() })),
    /** The users of this bite that any of them touches. */
    touched: z.number().int(),
    /** Users of this bite, and all there are. */
    counted: z.number().int(),
    usersTotal: z.number().int(),
    /** Where the next bite begins; absent: all are counted. */
    cursor: field.uuid.optional(),
  }),
  errors: ['not_found', 'contradicting_policy', 'last_administrator'],
});

import { z } from 'zod';
import * as field from '../fields.ts';
import { mailStates } from '../mail-states.ts';
import { pageOf } from '../page.ts';
import { cursor } from '../newest-first.ts';
import { policyEffectIds } from '../policy-effects.ts';
import { route } from '../route.ts';
import { someSecurityPolicy } from '../security-policy.ts';
import { tenantParams } from '../fields.ts';

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

/** Versions of the policy with author, changes and time, newest first. */
export const listPolicyVersions = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}/securityPolicy/versions',
  access: 'tenant:read',
  operation: 'read',
  summary: 'List versions of the security policy',
  params: tenantParams,
  query: z.strictObject({ page: field.page, count: field.count }),
  response: pageOf(policyVersion),
  errors: ['not_found'],
});

/** An email that informed an administrator about a saved version. */
export const policyMail = z.strictObject({
  uuid: field.uuid,
  version: z.number().int(),
  userId: z.string(),
  mailAddress: z.string(),
  queuedAt: z.string(),
  /** Null if no longer known, as for emails older than a month. */
  state: z.enum(mailStates).nullable(),
});
export type PolicyMail = z.output<typeof policyMail>;

/** Emails about versions, newest first. Totals are exact up to 10,000. */
export const listPolicyMails = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}/securityPolicy/mails',
  access: 'tenant:read',
  operation: 'read',
  summary: 'List notification emails about security policy changes',
  params: tenantParams,
  query: z.strictObject({ cursor, count: field.count }),
  response: pageOf(policyMail),
  errors: ['not_found'],
});

/**
 * Counts the users that a policy change would affect, without changing anything. Counts a batch of users per call, so
 * that the page can show progress: repeat with `cursor` until there is none, and add up. Refuses what saving would
 * refuse.
 */
export const previewPolicy = route({
  method: 'POST',
  path: '/api/auth/tenants/{tenantId}/securityPolicy/operations/preview',
  access: 'tenant:write',
  operation: 'none',
  summary: 'Count users affected by a security policy change',
  params: tenantParams,
  body: z.strictObject({ securityPolicy: someSecurityPolicy, cursor: field.uuid.optional() }),
  response: z.strictObject({
    /** The version that the change was compared with. */
    securityPolicyVersion: z.number().int(),
    /** Effects of the change, with the number of affected users of this batch, and whether the caller is affected. */
    effects: z.array(z.strictObject({ effect: z.enum(policyEffectIds), users: z.number().int(), you: z.boolean() })),
    /** Users of this batch affected by any of them. */
    touched: z.number().int(),
    /** Users of this batch, and in total. */
    counted: z.number().int(),
    usersTotal: z.number().int(),
    /** Start of the next batch; absent when all are counted. */
    cursor: field.uuid.optional(),
  }),
  errors: ['not_found', 'contradicting_policy', 'last_administrator'],
});

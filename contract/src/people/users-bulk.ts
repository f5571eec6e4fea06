import { z } from 'zod';
import * as field from '../fields.ts';
import { foldId } from '../rules.ts';
import { route } from '../route.ts';
import { userBulkFailure, userBulkJob } from './user-bulks.ts';
import { MAX_BULK_USER_IDS, userBulkActions } from './users-bulk-fields.ts';
import { tenantParams } from '../fields.ts';
import { userCondition } from './users-search.ts';

/** Deletions above this number must be confirmed with the number. */
export const UNCONFIRMED_DELETIONS = 100;
/** Maximum number of failures listed; `failed` counts them all. */
export const MAX_LISTED_FAILURES = 1000;

const distinct = (ids: readonly string[]) => new Set(ids.map(foldId)).size === ids.length;
const amount = z.number().int().min(0).max(1_000_000_000);

/**
 * Users to act on: IDs, or all that match a condition, with the number the administrator was shown. If another number
 * matches, nothing is done: `conflict` with `expectedCount`.
 */
export const userBulk = z
  .strictObject({
    action: z.enum(userBulkActions),
    userIds: z.array(field.loginUserId).min(1).max(MAX_BULK_USER_IDS).refine(distinct).optional(),
    condition: userCondition.optional(),
    expectedCount: amount.optional(),
    /** For deletions above 100: their number, as typed by the administrator. */
    confirmCount: amount.optional(),
    /** For `assignLicense`. */
    licenseId: field.providerId.optional(),
    /** For `addToGroup`: the group's uuid. */
    group: field.uuid.optional(),
  })
  .refine((bulk) => (bulk.action === 'assignLicense') === (bulk.licenseId !== undefined), { path: ['licenseId'] })
  .refine((bulk) => (bulk.action === 'addToGroup') === (bulk.group !== undefined), { path: ['group'] })
  .refine((bulk) => (bulk.userIds === undefined) !== (bulk.condition === undefined), { path: ['userIds'] })
  .refine((bulk) => (bulk.condition === undefined) === (bulk.expectedCount === undefined), { path: ['expectedCount'] });
export type UserBulk = z.output<typeof userBulk>;

/**
 * Acts on up to a thousand users at once. More matches become a job in batches of a thousand; `service_processing`
 * while another one runs in the tenant. Users fail individually (unknown: `not_found`; all active administrators at
 * once: `last_administrator`, and no administrator among them is changed; the caller, if deactivating, deleting or signing out:
 * `own_account`) without affecting others. A license goes to those with its role (`role_not_allowed`) while it has
 * seats (`exceeded_permitted_users`), and takes `licenses:write` too; an inactive or unknown license, or an unknown
 * group, refuses the whole call.
 */
export const bulkUsers = route({
  method: 'POST',
  path: '/api/auth/tenants/{tenantId}/operations/users',
  access: 'users:write',
  operation: 'update',
  event: 'userBulk.started',
  summary: 'Activate, deactivate, sign out or delete many users, assign them a license, or add them to a group',
  params: tenantParams,
  body: userBulk,
  response: z.strictObject({
    /** Users named or matched. */
    matched: z.number().int(),
    changed: z.number().int(),
    /** Users who needed no change. */
    unchanged: z.number().int(),
    failed: z.number().int(),
    failures: z.array(userBulkFailure),
    /** For `assignLicense` and `addToGroup` within the call: the changed users, for an undo. */
    changedUserIds: z.array(z.string()).optional(),
    /** The job, if the act is not complete. */
    job: userBulkJob.nullable(),
  }),
  errors: [
    ...(['not_found', 'conflict', 'exceeded_users', 'service_processing'] as const),
    ...(['license_not_exist', 'license_expired'] as const),
  ],
  transaction: 'own',
  // A thousand IDs of 128 characters.
  bodyLimit: 256 * 1024,
});

/** The exact number to show before acting on all matches, even where the list shows an estimate. */
export const countUsers = route({
  method: 'POST',
  path: '/api/auth/tenants/{tenantId}/operations/count/users',
  access: 'users:read',
  operation: 'none',
  summary: 'Count matching users exactly',
  params: tenantParams,
  body: z.strictObject({ condition: userCondition }),
  response: z.strictObject({ matched: z.number().int() }),
  errors: ['not_found'],
});

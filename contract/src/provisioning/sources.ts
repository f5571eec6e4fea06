import { z } from 'zod';
import { expectedOf } from '../expected.ts';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { exclusionShape } from './exclusions.ts';
import { adoptions, deleteBehaviors, MAX_DISPLAY_NAME_LENGTH, MAX_LEAVING_LIMIT, sourceKinds } from './values.ts';

const displayName = field.requiredName.refine((value) => value.length <= MAX_DISPLAY_NAME_LENGTH);

const shape = {
  displayName,
  /** Whether its tokens are accepted (`startedAt`: to read, from the beginning). */
  enabled: z.boolean(),
  deleteBehavior: z.enum(deleteBehaviors),
  /** Which users who are there already it takes over. Never administrators, nor users of another source. */
  adoption: z.enum(adoptions),
  /** Users who may leave (be deactivated or deleted) within 24 hours; more wait for a decision. Null: no such limit. */
  maxLeaving: z.number().int().min(0).max(MAX_LEAVING_LIMIT).nullable(),
  /** The same in percent of its users. Five may always leave. Null: no such limit. */
  maxLeavingPercent: z.number().int().min(1).max(100).nullable(),
  ...exclusionShape,
};

const source = z.strictObject({
  ...shape,
  uuid: z.string(),
  kind: z.enum(sourceKinds),
  /** Where the product calls. */
  scimUrl: z.string(),
  /** Users it provides now. */
  users: z.number().int(),
  /** Users whose leaving waits for a decision. */
  quarantined: z.number().int(),
  /** Tokens that are accepted. */
  activeTokens: z.number().int(),
  /** When it was first switched on. Before, its tokens can read but not change anything: a directory tests its connection. */
  startedAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ProvisioningSource = z.output<typeof source>;

const params = z.strictObject({ tenantId: z.string().max(40), uuid: z.string().max(40) });
const base = '/api/auth/tenants/{tenantId}/provisioningSources';

export const listSources = route({
  method: 'GET',
  path: base,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'List the sources that provide users to the tenant',
  params: field.tenantParams,
  response: pageOf(source),
  errors: ['not_found'],
});

/** `conflict` for one source too many. */
export const createSource = route({
  method: 'POST',
  path: base,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'create',
  event: 'provisioningSource.created',
  summary: 'Add a source that provides users by SCIM',
  params: field.tenantParams,
  body: z.strictObject({
    kind: z.enum(sourceKinds),
    displayName,
    enabled: z.boolean().default(true),
    deleteBehavior: z.enum(deleteBehaviors).default('deactivate'),
    adoption: shape.adoption.default('never'),
    maxLeaving: shape.maxLeaving.default(null),
    maxLeavingPercent: shape.maxLeavingPercent.default(20),
    excludedUsers: shape.excludedUsers.default([]),
    excludedGroups: shape.excludedGroups.default([]),
    excludedPatterns: shape.excludedPatterns.default([]),
  }),
  response: source,
  errors: ['not_found', 'conflict', 'duplicated'],
});

export const getSource = route({
  method: 'GET',
  path: `${base}/{uuid}`,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'Get a source',
  params,
  response: source,
  errors: ['not_found'],
});

export const updateSource = route({
  method: 'PUT',
  path: `${base}/{uuid}`,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'update',
  event: 'provisioningSource.changed',
  summary: 'Change a source',
  params,
  body: z.strictObject({
    displayName: displayName.optional(),
    enabled: z.boolean().optional(),
    deleteBehavior: z.enum(deleteBehaviors).optional(),
    adoption: shape.adoption.optional(),
    maxLeaving: shape.maxLeaving.optional(),
    maxLeavingPercent: shape.maxLeavingPercent.optional(),
    excludedUsers: shape.excludedUsers.optional(),
    excludedGroups: shape.excludedGroups.optional(),
    excludedPatterns: shape.excludedPatterns.optional(),
    expected: expectedOf(shape),
  }),
  response: source,
  errors: ['not_found', 'conflict', 'duplicated'],
});

/** Its tokens end. Its users stay, and administrators can change everything about them. */
export const deleteSource = route({
  method: 'DELETE',
  path: `${base}/{uuid}`,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'delete',
  event: 'provisioningSource.deleted',
  summary: 'Delete a source. Its users stay',
  params,
  response: null,
  errors: ['not_found'],
});

import { z } from 'zod';
import { expectedOf } from '../expected.ts';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import {
  comparisonStates,
  differenceKinds,
  isTargetAddress,
  isTargetMapping,
  isTargetToken,
  MAX_TARGET_ADDRESS_LENGTH,
  MAX_TARGET_GROUPS,
  MAX_TARGET_NAME_LENGTH,
  MAX_TARGET_PAGE,
  MAX_TARGET_TOKEN_LENGTH,
  provisionedStates,
  targetAssignments,
  targetAttributes,
  targetDecisions,
  targetFailures,
  targetFields,
  targetRemovals,
  targetStops,
  USUAL_LEAVING_PERCENT,
  usualMapping,
} from './target-values.ts';

const name = field.requiredName.refine((value) => value.length <= MAX_TARGET_NAME_LENGTH);
const address = z.string().max(MAX_TARGET_ADDRESS_LENGTH).refine(isTargetAddress);
const token = z.string().min(1).max(MAX_TARGET_TOKEN_LENGTH).refine(isTargetToken);
const mapping = z.partialRecord(z.enum(targetAttributes), z.enum(targetFields));

const shape = {
  name,
  /** The base of its SCIM: `Users` is below it. https, except for hosts that the operator allows. */
  address,
  active: z.boolean(),
  assignment: z.enum(targetAssignments),
  /** The OAuth app whose users they are; null unless the assignment is `app`. */
  clientId: z.string().min(1).max(200).nullable(),
  /** The groups (uuids) whose members they are; empty unless the assignment is `groups`. */
  groups: z
    .array(field.uuid)
    .max(MAX_TARGET_GROUPS)
    .overwrite((given) => [...new Set(given)].sort()),
  onRemoval: z.enum(targetRemovals),
  /** More of its users than these wait for a decision before they leave; five may always. Null: no such limit. */
  maxLeavingPercent: z.number().int().min(1).max(100).nullable(),
  /** What each attribute is made of; one that is missing is not given. */
  mapping,
};

const target = z.strictObject({
  ...shape,
  name: z.string(),
  address: z.string(),
  clientId: z.string().nullable(),
  groups: z.array(z.string()),
  uuid: z.string(),
  /** Why it is off; null while it is on. */
  stopReason: z.enum(targetStops).nullable(),
  stoppedAt: z.string().nullable(),
  /** Since when nothing succeeded, and why last; null if the last call did. */
  failingSince: z.string().nullable(),
  failure: z.enum(targetFailures).nullable(),
  status: z.number().int().nullable(),
  /** When a failing one is called again. */
  nextAt: z.string().nullable(),
  lastPushedAt: z.string().nullable(),
  /** When the users were last compared as a whole; null: not yet. */
  comparedAt: z.string().nullable(),
  /** Since when users wait to leave because they are too many. */
  heldAt: z.string().nullable(),
  /** Users by state. */
  users: z.strictObject(
    Object.fromEntries(provisionedStates.map((state) => [state, z.number().int()])) as Record<
      (typeof provisionedStates)[number],
      z.ZodNumber
    >,
  ),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ProvisioningTarget = z.output<typeof target>;

const provisioned = z.strictObject({
  uuid: z.string(),
  /** Null for users who are deleted for good. */
  userId: z.string().nullable(),
  familyName: z.string(),
  givenName: z.string(),
  state: z.enum(provisionedStates),
  wanted: z.enum(['active', 'inactive', 'removed']),
  /** Its ID there; null while it is not known. */
  remoteId: z.string().nullable(),
  /** The account there that has the same user name (`match`), and the externalId it has. */
  match: z.strictObject({ remoteId: z.string(), externalId: z.string().nullable() }).nullable(),
  tries: z.number().int(),
  triedAt: z.string().nullable(),
  nextAt: z.string().nullable(),
  status: z.number().int().nullable(),
  failure: z.enum(targetFailures).nullable(),
  /** The words of the app, cut to length. */
  answer: z.string().nullable(),
});
export type ProvisionedUser = z.output<typeof provisioned>;

const base = '/api/auth/tenants/{tenantId}/provisioningTargets';
const params = z.strictObject({ tenantId: z.string().max(40), uuid: z.string().max(40) });
/** `clientId` belongs to the assignment `app`, groups to `groups`. */
const fits = (given: { assignment: string; clientId: string | null; groups: readonly string[] }) =>
  (given.assignment === 'app') === (given.clientId !== null) &&
  (given.assignment === 'groups' || given.groups.length === 0);

export const listTargets = route({
  method: 'GET',
  path: base,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'List the apps to which users are provided by SCIM',
  params: field.tenantParams,
  response: pageOf(target),
  errors: ['not_found'],
});

/** `conflict` for one target too many, `not_found` also for an unknown app or group. */
export const createTarget = route({
  method: 'POST',
  path: base,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'create',
  event: 'provisioningTarget.created',
  summary: 'Add an app to which users are provided by SCIM',
  params: field.tenantParams,
  body: z
    .strictObject({
      name,
      address,
      token,
      active: shape.active.default(false),
      assignment: shape.assignment,
      clientId: shape.clientId.default(null),
      groups: shape.groups.default([]),
      onRemoval: shape.onRemoval.default('deactivate'),
      maxLeavingPercent: shape.maxLeavingPercent.default(USUAL_LEAVING_PERCENT),
      mapping: mapping.refine(isTargetMapping).default(usualMapping),
    })
    .refine(fits, { path: ['assignment'] }),
  response: target,
  errors: ['not_found', 'conflict', 'duplicated', 'address_not_allowed'],
});

export const getTarget = route({
  method: 'GET',
  path: `${base}/{uuid}`,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'Get an app to which users are provided',
  params,
  response: target,
  errors: ['not_found'],
});

/** An address of another host needs the token again (`invalid_params`). */
export const updateTarget = route({
  method: 'PUT',
  path: `${base}/{uuid}`,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'update',
  event: 'provisioningTarget.changed',
  summary: 'Change an app to which users are provided',
  params,
  body: z.strictObject({
    name: name.optional(),
    address: address.optional(),
    token: token.optional(),
    active: shape.active.optional(),
    assignment: shape.assignment.optional(),
    clientId: shape.clientId.optional(),
    groups: shape.groups.optional(),
    onRemoval: shape.onRemoval.optional(),
    maxLeavingPercent: shape.maxLeavingPercent.optional(),
    mapping: mapping.refine(isTargetMapping).optional(),
    expected: expectedOf(shape),
  }),
  response: target,
  errors: ['not_found', 'conflict', 'duplicated', 'address_not_allowed'],
});

/** Its users stay there as they are. */
export const deleteTarget = route({
  method: 'DELETE',
  path: `${base}/{uuid}`,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'delete',
  event: 'provisioningTarget.deleted',
  summary: 'Stop providing users to an app. They stay there',
  params,
  response: null,
  errors: ['not_found'],
});

/** Asks for what it says it can; nothing is changed there. */
export const testTarget = route({
  method: 'POST',
  path: `${base}/{uuid}/test`,
  access: 'tenant:write',
  only: 'portal',
  transaction: 'own',
  operation: 'none',
  summary: 'Test the connection to an app to which users are provided',
  params,
  body: z.strictObject({}),
  response: z.strictObject({
    connected: z.boolean(),
    status: z.number().int().nullable(),
    failure: z.enum(targetFailures).nullable(),
    millis: z.number().int(),
    /** Whether it says that it supports PATCH, and filters, which look-ups need. Null without an answer. */
    patches: z.boolean().nullable(),
    filters: z.boolean().nullable(),
    /** The words of a refusal. */
    answer: z.string(),
  }),
  errors: ['not_found', 'too_many_requests'],
});

/** By uuid. */
export const listTargetUsers = route({
  method: 'GET',
  path: `${base}/{uuid}/users`,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'List the users of an app to which users are provided, or those in one state',
  params,
  query: z.strictObject({
    state: z.enum(provisionedStates).optional(),
    /** Those behind this user. */
    after: field.uuid.optional(),
  }),
  response: z.strictObject({
    results: z.array(provisioned).max(MAX_TARGET_PAGE),
    /** For `after`, if there are more. */
    next: z.string().nullable(),
  }),
  errors: ['not_found'],
});

/** Those of the named users in the state that the decision is about, or all in it. */
export const decideTargetUsers = route({
  method: 'POST',
  path: `${base}/{uuid}/decisions`,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'update',
  event: 'provisioningTarget.decided',
  summary: 'Push users again, take over accounts there, or let users leave',
  params,
  body: z.strictObject({
    decision: z.enum(targetDecisions),
    /** Null: all. */
    users: z.array(field.uuid).min(1).max(MAX_TARGET_PAGE).nullable(),
  }),
  response: z.strictObject({ users: z.number().int() }),
  errors: ['not_found'],
});

/** What is sent for a user, as JSON; null: nothing, because the target is not for them. */
export const previewTargetUser = route({
  method: 'GET',
  path: `${base}/{uuid}/preview`,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'Show what an app is sent for a user',
  params,
  query: z.strictObject({ userId: field.userId }),
  response: z.strictObject({ assigned: z.boolean(), resource: z.string() }),
  errors: ['not_found'],
});

const comparison = z.strictObject({
  state: z.enum(comparisonStates),
  /** Accounts of the app that were read, and how many it says it has. */
  read: z.number().int(),
  total: z.number().int().nullable(),
  beganAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** Users without a difference, and how many of each kind; as far as it has come. */
  same: z.number().int(),
  counts: z.strictObject(
    Object.fromEntries(differenceKinds.map((kind) => [kind, z.number().int()])) as Record<
      (typeof differenceKinds)[number],
      z.ZodNumber
    >,
  ),
  failure: z.enum(targetFailures).nullable(),
  status: z.number().int().nullable(),
  answer: z.string().nullable(),
});
export type TargetComparison = z.output<typeof comparison>;

const difference = z.strictObject({
  id: z.string(),
  kind: z.enum(differenceKinds),
  /** The user here; null for accounts of nobody. */
  userUuid: z.string().nullable(),
  /** The user ID here, or the user name there. */
  name: z.string(),
  remoteId: z.string().nullable(),
  /** The attributes that the app has otherwise. */
  fields: z.array(z.string()),
});
export type TargetDifference = z.output<typeof difference>;

export const getTargetComparison = route({
  method: 'GET',
  path: `${base}/{uuid}/comparison`,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'Get how users compare with those that an app has',
  params,
  response: comparison,
  errors: ['not_found'],
});

/** Reads what the app has; nothing is changed there, whether the target is on or not. `conflict` while it is under way. */
export const compareTarget = route({
  method: 'POST',
  path: `${base}/{uuid}/comparison`,
  access: 'tenant:write',
  only: 'portal',
  operation: 'none',
  summary: 'Compare users with those that an app has',
  params,
  body: z.strictObject({}),
  response: comparison,
  errors: ['not_found', 'conflict'],
});

export const listTargetDifferences = route({
  method: 'GET',
  path: `${base}/{uuid}/differences`,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'List what the last comparison found, of one kind',
  params,
  query: z.strictObject({
    kind: z.enum(differenceKinds),
    /** Those behind this ID. */
    after: z.string().max(500).optional(),
  }),
  response: z.strictObject({
    results: z.array(difference).max(MAX_TARGET_PAGE),
    /** For `after`, if there are more. */
    next: z.string().nullable(),
  }),
  errors: ['not_found'],
});

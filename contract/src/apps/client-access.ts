import { z } from 'zod';
import { expectedOf } from '../expected.ts';
import * as field from '../fields.ts';
import { MAX_KEYWORD_LENGTH } from '../limits.ts';
import { pageOf } from '../page.ts';
import { groupGroupIds, groupUserIds } from '../people/groups-fields.ts';
import { userStatuses } from '../people/users-fields.ts';
import { route } from '../route.ts';
import { clientAccess, MOST_ASSIGNED_GROUPS, MOST_ASSIGNED_USERS } from './client-addresses.ts';

/** Who may use an OAuth client: everyone of the tenant, or assigned users and the members of assigned groups. */
const path = '/api/auth/tenants/{tenantId}/oauthClients/{clientId}/access';
const params = z.strictObject({ tenantId: z.string().max(40), clientId: z.string().max(120) });

const access = z.enum(clientAccess);

/** `users` and `groups`: assigned directly. */
const state = z.strictObject({
  access,
  users: z.number().int().max(MOST_ASSIGNED_USERS),
  groups: z.number().int().max(MOST_ASSIGNED_GROUPS),
  /** Who is assigned, each user once; with `more` it is at least this many. */
  people: z.strictObject({ users: z.number().int(), more: z.boolean() }),
});

export const getClientAccess = route({
  method: 'GET',
  path,
  access: 'clients:write',
  only: 'portal',
  operation: 'read',
  summary: 'Get who may use an OAuth client',
  params,
  response: state,
  errors: ['not_found'],
});

/** Assignments are kept while everyone may use the client. */
export const changeClientAccess = route({
  method: 'PUT',
  path,
  access: 'clients:write',
  proof: 'recent',
  operation: 'update',
  event: 'oauthClient.accessChanged',
  summary: 'Let everyone of the tenant use an OAuth client, or only assigned users and groups',
  params,
  body: z.strictObject({ access, expected: expectedOf({ access }) }),
  response: state,
  errors: ['not_found', 'conflict'],
});

const assignedUser = z.strictObject({
  uuid: field.uuid,
  userId: z.string(),
  familyName: z.string(),
  givenName: z.string(),
  status: z.enum(userStatuses),
});
export type AssignedUser = z.output<typeof assignedUser>;

/** Users by user ID. */
export const listAssignedUsers = route({
  method: 'GET',
  path: `${path}/users`,
  access: 'clients:write',
  only: 'portal',
  operation: 'read',
  summary: 'List the users assigned to an OAuth client',
  params,
  query: z.strictObject({
    page: field.page,
    count: field.count,
    keyword: field
      .text(MAX_KEYWORD_LENGTH)
      .transform((value) => value.trim())
      .default(''),
  }),
  response: pageOf(assignedUser),
  errors: ['not_found'],
});

const assignedGroup = z.strictObject({
  uuid: field.uuid,
  groupId: z.string(),
  name: z.string(),
  /** Direct members. */
  userCount: z.number().int(),
  hasChildren: z.boolean(),
});
export type AssignedGroup = z.output<typeof assignedGroup>;

/** Groups by name, all of them. */
export const listAssignedGroups = route({
  method: 'GET',
  path: `${path}/groups`,
  access: 'clients:write',
  only: 'portal',
  operation: 'read',
  summary: 'List the groups assigned to an OAuth client',
  params,
  response: pageOf(assignedGroup),
  errors: ['not_found'],
});

const named = z
  .strictObject({ userIds: groupUserIds.default([]), groupIds: groupGroupIds.default([]) })
  .refine(({ userIds, groupIds }) => userIds.length + groupIds.length > 0);
/** How many were named, and how many of them changed; the others were assigned, or not assigned, already. */
const changed = z.strictObject({ matched: z.number().int(), changed: z.number().int() });
const THOUSAND_IDS = 256 * 1024;

/** All of them, or with an error none. */
export const assignToClient = route({
  method: 'POST',
  path: `${path}/add`,
  access: 'clients:write',
  proof: 'recent',
  operation: 'update',
  event: 'oauthClient.accessChanged',
  summary: 'Assign users and groups to an OAuth client',
  params,
  body: named,
  response: changed,
  errors: ['not_found', 'invalid_params_userIds', 'invalid_params_groupIds', 'exceeded_assignments'],
  bodyLimit: THOUSAND_IDS,
});

/** All of them, or with an error none. */
export const removeFromClient = route({
  method: 'POST',
  path: `${path}/remove`,
  access: 'clients:write',
  proof: 'recent',
  operation: 'update',
  event: 'oauthClient.accessChanged',
  summary: 'Remove users and groups from an OAuth client',
  params,
  body: named,
  response: changed,
  errors: ['not_found', 'invalid_params_userIds', 'invalid_params_groupIds'],
  bodyLimit: THOUSAND_IDS,
});

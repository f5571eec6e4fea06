import { z } from 'zod';
import { expectedOf } from '../expected.ts';
import * as field from '../fields.ts';
import { route } from '../route.ts';
import {
  group,
  groupDeletion,
  groupDeviceIds,
  groupGroupIds,
  groupParams,
  groupUserIds,
  tagNames,
} from './groups-fields.ts';
import { tenantParams } from '../fields.ts';

const path = '/api/auth/tenants/{tenantId}/groups';

/** A new group with its members and parents; all of it or nothing is created. */
export const newGroup = z.strictObject({
  groupId: field.groupId,
  /** Need not be unique. Trimmed. */
  name: field.requiredName,
  description: field.description.default(''),
  tagNames: tagNames.default([]),
  /** Direct members. */
  userIds: groupUserIds.default([]),
  /** Direct devices; naming any needs `devices:write`, too. */
  deviceIds: groupDeviceIds.default([]),
  /** Child groups. */
  groupIds: groupGroupIds.default([]),
  /** Parent groups; without any it is a top-level group. */
  parentGroupIds: groupGroupIds.default([]),
});
export type NewGroup = z.output<typeof newGroup>;

export const createGroup = route({
  method: 'POST',
  path,
  access: 'users:write',
  operation: 'create',
  event: 'group.created',
  summary: 'Create a group',
  params: tenantParams,
  body: newGroup,
  response: group,
  errors: [
    'not_found',
    'duplicated_params_groupId',
    'forbidden',
    'invalid_params_userIds',
    'invalid_params_deviceIds',
    'invalid_params_groupIds',
    'cycle_detected',
    'exceeded_group_levels',
    'exceeded_tags',
  ],
  // A thousand user IDs and a thousand device IDs of 128 characters, and two hundred group IDs.
  bodyLimit: 512 * 1024,
});

export const getGroup = route({
  method: 'GET',
  path: `${path}/{uuid}`,
  access: 'users:read',
  operation: 'read',
  transaction: 'reading',
  summary: 'Get a group',
  params: groupParams,
  response: group,
  errors: ['not_found'],
});

const changeable = {
  name: field.requiredName.optional(),
  description: field.description.optional(),
  tagNames: tagNames.optional(),
  /** Unknown ones: `invalid_params_groupIds` with `parentGroupIds.N`. */
  parentGroupIds: groupGroupIds.optional(),
};

/**
 * Only given fields change; the group ID cannot be changed. `tagNames` and `parentGroupIds` replace the stored ones:
 * sending other parents moves a group in one step. Members and child groups change through groups-members.ts. The name
 * of a group of a source is refused (`forbidden`).
 */
export const groupChanges = z.strictObject({ ...changeable, expected: expectedOf(changeable) });
export type GroupChanges = z.output<typeof groupChanges>;

export const updateGroup = route({
  method: 'PUT',
  path: `${path}/{uuid}`,
  access: 'users:write',
  operation: 'update',
  event: 'group.changed',
  summary: 'Change or move a group',
  params: groupParams,
  body: groupChanges,
  response: group,
  errors: [
    'not_found',
    'forbidden',
    'conflict',
    'invalid_params_groupIds',
    'cycle_detected',
    'exceeded_group_levels',
    'exceeded_tags',
  ],
});

/** Returns the effects on others. No user and no other group is deleted. */
export const deleteGroup = route({
  method: 'DELETE',
  path: `${path}/{uuid}`,
  access: 'users:write',
  operation: 'delete',
  event: 'group.deleted',
  summary: 'Delete a group',
  params: groupParams,
  response: groupDeletion,
  errors: ['not_found'],
});

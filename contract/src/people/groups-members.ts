import { z } from 'zod';
import { device } from '../devices/fields.ts';
import * as field from '../fields.ts';
import { MAX_KEYWORD_LENGTH } from '../limits.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { groupName } from '../fields.ts';
import { groupDeviceIds, groupGroupIds, groupParams, groupUserIds, listedGroup } from './groups-fields.ts';
import { groupCondition, groupPaging } from './groups-search.ts';
import { listedUser } from './users-fields.ts';
import { keysetPaging } from '../page.ts';
import { groupMembers } from '../in-group.ts';

/** Members of a group: users, devices and groups, each with add, remove and search. */
const path = '/api/auth/tenants/{tenantId}/groups/{uuid}/operations';

/** Numbers of members found and of members changed; the others were in the group, or not in it, already. */
const changedMembers = z.strictObject({ matched: z.number().int(), changed: z.number().int() });

const users = z.strictObject({ userIds: groupUserIds.min(1) });
const devices = z.strictObject({ deviceIds: groupDeviceIds.min(1) });
// A thousand IDs of 128 characters.
const THOUSAND_IDS = 256 * 1024;

/** All of them, or with `invalid_params_userIds` none. `forbidden`: a source keeps the users of the group. */
export const addGroupUsers = route({
  method: 'POST',
  path: `${path}/add/users`,
  access: 'users:write',
  operation: 'update',
  event: 'group.membersChanged',
  summary: 'Add users to a group',
  params: groupParams,
  body: users,
  response: changedMembers,
  errors: ['not_found', 'forbidden', 'invalid_params_userIds'],
  bodyLimit: THOUSAND_IDS,
});

/**
 * All of them, or with `invalid_params_userIds` none. A user in a child group stays an inherited member. `forbidden`: a
 * source keeps the users of the group.
 */
export const removeGroupUsers = route({
  method: 'POST',
  path: `${path}/remove/users`,
  access: 'users:write',
  operation: 'update',
  event: 'group.membersChanged',
  summary: 'Remove users from a group',
  params: groupParams,
  body: users,
  response: changedMembers,
  errors: ['not_found', 'forbidden', 'invalid_params_userIds'],
  bodyLimit: THOUSAND_IDS,
});

/** How a member belongs to the group. */
const membership = {
  direct: z.boolean(),
  /** Child groups that the membership is inherited through, by name; a direct member may have some, too. */
  through: z.array(groupName),
};

/** A member with its kind of membership. */
export const groupMember = z.strictObject({ ...listedUser.shape, ...membership });
export type GroupMember = z.output<typeof groupMember>;

/** Condition and page of a search for members. */
const memberQuestion = z.strictObject({
  members: groupMembers.default('direct'),
  /** As in the search of users or devices. */
  keyword: field
    .text(MAX_KEYWORD_LENGTH)
    .transform((value) => value.trim())
    .default(''),
  count: keysetPaging.count,
  cursor: keysetPaging.cursor,
  order: field.order,
});
export type MemberQuestion = z.output<typeof memberQuestion>;

/**
 * Members by user ID, page by page with `next` and `previous`. `inherited`: members through a child group at any depth,
 * even if direct as well; `all`: both, each once. Totals of direct members are exact; others above 10,000, or with a
 * keyword, are estimates and say so.
 */
export const searchGroupUsers = route({
  method: 'POST',
  path: `${path}/search/users`,
  access: 'users:read',
  operation: 'none',
  transaction: 'reading',
  summary: 'List the members of a group, direct and inherited',
  params: groupParams,
  body: memberQuestion,
  response: pageOf(groupMember),
  errors: ['not_found'],
});

/** All of them, or with `invalid_params_deviceIds` none. */
export const addGroupDevices = route({
  method: 'POST',
  path: `${path}/add/devices`,
  access: 'devices:write',
  operation: 'update',
  event: 'group.membersChanged',
  summary: 'Add devices to a group',
  params: groupParams,
  body: devices,
  response: changedMembers,
  errors: ['not_found', 'invalid_params_deviceIds'],
  bodyLimit: THOUSAND_IDS,
});

/** Like `addGroupDevices`. A device in a child group stays in the group. */
export const removeGroupDevices = route({
  method: 'POST',
  path: `${path}/remove/devices`,
  access: 'devices:write',
  operation: 'update',
  event: 'group.membersChanged',
  summary: 'Remove devices from a group',
  params: groupParams,
  body: devices,
  response: changedMembers,
  errors: ['not_found', 'invalid_params_deviceIds'],
  bodyLimit: THOUSAND_IDS,
});

/** A device with its kind of membership. */
export const groupDevice = z.strictObject({ ...device.shape, ...membership });
export type GroupDevice = z.output<typeof groupDevice>;

/** Devices by device ID, otherwise like the search for users. */
export const searchGroupDevices = route({
  method: 'POST',
  path: `${path}/search/devices`,
  access: 'devices:read',
  operation: 'none',
  transaction: 'reading',
  summary: 'List the devices of a group, direct and inherited',
  params: groupParams,
  body: memberQuestion,
  response: pageOf(groupDevice),
  errors: ['not_found'],
});

const groups = z.strictObject({ groupIds: groupGroupIds.min(1) });

/**
 * All of them or none. `cycle_detected` with the position of one that contains this group or is it;
 * `exceeded_group_levels` with the position of one with too many levels below it.
 */
export const addGroupGroups = route({
  method: 'POST',
  path: `${path}/add/groups`,
  access: 'users:write',
  operation: 'update',
  event: 'group.membersChanged',
  summary: 'Add child groups to a group',
  params: groupParams,
  body: groups,
  response: changedMembers,
  errors: ['not_found', 'invalid_params_groupIds', 'cycle_detected', 'exceeded_group_levels'],
});

/** All of them or none. A group without another parent becomes a top-level group. */
export const removeGroupGroups = route({
  method: 'POST',
  path: `${path}/remove/groups`,
  access: 'users:write',
  operation: 'update',
  event: 'group.membersChanged',
  summary: 'Remove child groups from a group',
  params: groupParams,
  body: groups,
  response: changedMembers,
  errors: ['not_found', 'invalid_params_groupIds'],
});

/** Direct child groups, or direct parents. */
export const searchGroupGroups = route({
  method: 'POST',
  path: `${path}/search/groups`,
  access: 'users:read',
  operation: 'none',
  transaction: 'reading',
  summary: 'List the child groups or parents of a group',
  params: groupParams,
  body: z.strictObject({
    relation: z.enum(['children', 'parents']).default('children'),
    condition: groupCondition.default({}),
    ...groupPaging,
  }),
  response: pageOf(listedGroup),
  errors: ['not_found'],
});

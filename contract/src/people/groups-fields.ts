import { groupName } from '../fields.ts';
import { z } from 'zod';
import * as field from '../fields.ts';
import { MAX_CHILD_GROUPS_A_CALL, MAX_GROUP_DEVICES_A_CALL, MAX_GROUP_USERS_A_CALL } from '../limits.ts';
import { foldId } from '../rules.ts';

/** Origin of a group. */
export const groupSources = ['local', 'scim'] as const;

/** A group is addressed by UUID. Groups of other tenants are answered like unknown ones. */
export const groupParams = z.strictObject({ tenantId: z.string().max(40), uuid: field.uuid });

const distinct = (ids: readonly string[]) => new Set(ids.map(foldId)).size === ids.length;

/** Users by visible ID. An unknown one: `invalid_params_userIds` with its position, such as `userIds.3`. */
export const groupUserIds = z.array(field.loginUserId).max(MAX_GROUP_USERS_A_CALL).refine(distinct);
/** Devices by visible ID. An unknown one: `invalid_params_deviceIds` with its position, such as `deviceIds.3`. */
export const groupDeviceIds = z.array(field.deviceId).max(MAX_GROUP_DEVICES_A_CALL).refine(distinct);
/** Groups by visible ID. An unknown one: `invalid_params_groupIds` with its position, such as `groupIds.0`. */
export const groupGroupIds = z.array(field.groupId).max(MAX_CHILD_GROUPS_A_CALL).refine(distinct);

/**
 * Tags by name, case-insensitive, trimmed. An unknown one: `invalid_params` with its position, such as `tagNames.1`;
 * more than MAX_TAGS_PER_GROUP: `exceeded_tags`.
 */
export const tagNames = z.array(field.requiredName).max(100);

export type GroupName = z.output<typeof groupName>;

/** A group as a row of a list (spec section 3). */
export const listedGroup = z.strictObject({
  ...groupName.shape,
  /** By name. */
  tagNames: z.array(z.string()),
  description: z.string(),
  /** Who keeps its name and its users: `scim` is a source, and administrators cannot change them. */
  source: z.enum(groupSources),
  /** State of the directory synchronization; null if the group does not come from a directory. */
  azureADStatus: z.string().nullable(),
  hasChildren: z.boolean(),
  /** A group may have several parents; those without any are at the top of the tree. */
  hasParents: z.boolean(),
  /** Direct members. */
  userCount: z.number().int(),
  /** Direct devices. */
  deviceCount: z.number().int(),
});
export type ListedGroup = z.output<typeof listedGroup>;

/** Effects of deleting a group. */
export const groupDeletion = z.strictObject({
  /** Users who lose the membership. None of them is deleted. */
  users: z.number().int(),
  /** Devices that lose it. None of them is deleted. */
  devices: z.number().int(),
  /** Parents that lose it, and with it the members that came through it. */
  parentGroups: z.number().int(),
  /** Child groups that are no longer in it. None of them is deleted. */
  childGroups: z.number().int(),
  /** Child groups without another parent, which become top-level groups. */
  topGroups: z.number().int(),
});
export type GroupDeletion = z.output<typeof groupDeletion>;

/** One group. */
export const group = z.strictObject({
  tenantId: z.string(),
  ...listedGroup.shape,
  childCount: z.number().int(),
  parentCount: z.number().int(),
  /** The first hundred parents by name, for the way to the top and the form. */
  parents: z.array(groupName),
  /** Effects of deleting it now, for the confirmation. */
  deletion: groupDeletion,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Group = z.output<typeof group>;

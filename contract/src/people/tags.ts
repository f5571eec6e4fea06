import { z } from 'zod';
import { expectedOf } from '../expected.ts';
import * as field from '../fields.ts';
import { MAX_GROUP_KEYWORD_LENGTH } from '../limits.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { tenantParams } from '../fields.ts';

/** Labels on groups. There are at most MAX_TAGS_PER_TENANT, so `count: 500` returns all of them. */
export const tag = z.strictObject({
  uuid: field.uuid,
  /** Unique in the tenant, case-insensitive, trimmed. */
  name: z.string(),
  description: z.string(),
  /** Number of groups that have it and would lose it. */
  groupCount: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Tag = z.output<typeof tag>;

const path = '/api/auth/tenants/{tenantId}/tags';
const tagParams = z.strictObject({ tenantId: z.string().max(40), uuid: field.uuid });

export const listTags = route({
  method: 'GET',
  path,
  access: 'users:read',
  operation: 'read',
  transaction: 'reading',
  summary: 'List the tags of the tenant',
  params: tenantParams,
  query: z.strictObject({
    /** A part of the name or description, case-insensitive. */
    keyword: field
      .text(MAX_GROUP_KEYWORD_LENGTH)
      .transform((value) => value.trim())
      .default(''),
    count: field.count,
    page: field.page,
    sort: field.sortBy(['name', 'groupCount']),
    order: field.order,
  }),
  response: pageOf(tag),
  errors: ['not_found'],
});

export const newTag = z.strictObject({ name: field.requiredName, description: field.description.default('') });
export type NewTag = z.output<typeof newTag>;

/** `exceeded_tags`: the tenant has MAX_TAGS_PER_TENANT. */
export const createTag = route({
  method: 'POST',
  path,
  access: 'users:write',
  operation: 'create',
  event: 'tag.created',
  summary: 'Create a tag',
  params: tenantParams,
  body: newTag,
  response: tag,
  errors: ['not_found', 'duplicated_params_name', 'exceeded_tags'],
});

const changeable = { name: field.requiredName.optional(), description: field.description.optional() };

/** Only given fields change. */
export const tagChanges = z.strictObject({ ...changeable, expected: expectedOf(changeable) });
export type TagChanges = z.output<typeof tagChanges>;

/** The groups that have it show the new name. */
export const updateTag = route({
  method: 'PUT',
  path: `${path}/{uuid}`,
  access: 'users:write',
  operation: 'update',
  event: 'tag.changed',
  summary: 'Change a tag',
  params: tagParams,
  body: tagChanges,
  response: tag,
  errors: ['not_found', 'conflict', 'duplicated_params_name'],
});

export const deleteTag = route({
  method: 'DELETE',
  path: `${path}/{uuid}`,
  access: 'users:write',
  operation: 'delete',
  event: 'tag.deleted',
  summary: 'Delete a tag and remove it from its groups',
  params: tagParams,
  /** Number of groups that lost it. */
  response: z.strictObject({ groups: z.number().int() }),
  errors: ['not_found'],
});

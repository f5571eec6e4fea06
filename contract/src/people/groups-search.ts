import { z } from 'zod';
import * as field from '../fields.ts';
import { MAX_GROUP_KEYWORD_LENGTH } from '../limits.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { codePointLength } from '../rules.ts';
import { piecesOf } from '../wildcard.ts';
import { groupName } from '../fields.ts';
import { listedGroup } from './groups-fields.ts';
import { tenantParams } from '../fields.ts';

/**
 * A text with wildcards, compared without regard to case: `containsPattern(keyword)` of `wildcard.ts` finds a keyword
 * anywhere. At most 128 characters without wildcards and escapes.
 */
const pattern = field
  .text(2 * MAX_GROUP_KEYWORD_LENGTH + 2)
  .refine((value) => codePointLength(piecesOf(value).join('')) <= MAX_GROUP_KEYWORD_LENGTH);

/** Search condition for groups: all given fields must match. */
export const groupCondition = z.strictObject({
  /** The list tab sends `false`: top-level groups. */
  hasParents: z.boolean().optional(),
  hasChildren: z.boolean().optional(),
  /** The search tab: one of these must match. */
  or: z
    .strictObject({ groupId: pattern.optional(), name: pattern.optional() })
    .refine((either) => Object.values(either).some((value) => value !== undefined))
    .optional(),
  /** Groups that have the tag of this name. */
  tagName: field.requiredName.optional(),
});
export type GroupCondition = z.output<typeof groupCondition>;

/**
 * Drill-down: child groups of the group with UUID `baseGroupId`. `included: false`: all others, without that group. An
 * unknown one is `not_found` with the field `filter.option.baseGroupId`.
 */
export const groupFilter = z.strictObject({
  name: z.literal('childGroups'),
  option: z.strictObject({ baseGroupId: field.uuid }),
  included: z.boolean().default(true),
});

export const groupSortColumns = ['name', 'groupId'] as const;
export type GroupSortColumn = (typeof groupSortColumns)[number];

export const groupPaging = {
  count: field.count,
  page: field.page,
  sort: field.sortBy(groupSortColumns),
  order: field.order,
};

/**
 * Searches the tenant's groups. The answer's `filter` is the given one with the name of the base group, for the heading
 * and the way back; absent without a filter. Groups with equal names are ordered by ID.
 */
export const searchGroups = route({
  method: 'POST',
  path: '/api/auth/tenants/{tenantId}/operations/search/groups',
  access: 'users:read',
  operation: 'none',
  transaction: 'reading',
  summary: 'Search the groups of the tenant or the children of one',
  params: tenantParams,
  body: z.strictObject({
    condition: groupCondition.default({}),
    filter: groupFilter.optional(),
    /** UUID of a group to be moved or added: the answer says which groups cannot contain it. */
    forGroup: field.uuid.optional(),
    ...groupPaging,
  }),
  response: z.strictObject({
    ...pageOf(listedGroup).shape,
    filter: z.strictObject({ ...groupFilter.shape, baseGroup: groupName }).optional(),
    /** Groups of the page that are `forGroup` or in it, at any depth; absent without `forGroup`. */
    within: z.array(z.string()).optional(),
  }),
  errors: ['not_found'],
});

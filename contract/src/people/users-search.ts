import { inGroup } from '../in-group.ts';
import { atCursor, keysetPaging, notBoth } from '../page.ts';
import { z } from 'zod';
import * as field from '../fields.ts';
import {
  MAX_KEYWORD_LENGTH,
  MAX_SEARCH_MAIL_ADDRESS_LENGTH,
  MAX_SEARCH_NAME_LENGTH,
  MAX_SEARCH_USER_ID_LENGTH,
  MAX_SEARCH_USER_IDS,
} from '../limits.ts';
import { pageOf } from '../page.ts';
import { roles } from '../roles.ts';
import { route } from '../route.ts';
import { withinPeriod } from '../within-period.ts';
import { tenantParams } from '../fields.ts';
import { eachTextCondition, userLines, userTexts } from './user-texts.ts';
import { listedUser, userStatuses } from './users-fields.ts';
import { userSources } from './users-source.ts';

/** A part of the text, case-insensitive, trimmed. Empty filters nothing. */
const fragment = (length: number) =>
  field
    .text(length)
    .transform((value) => value.trim())
    .optional();
const someOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.array(z.enum(values)).min(1).max(values.length).optional();

/**
 * Search condition for users: all given fields must match. Texts match as "contains" against one field; `keyword`
 * against user ID, names in both orders, every email address, department, location and comment. `*`, `%` and `_` are
 * literal; a backslash before `\`, `*` or `&` is the escape of spec section 5 and is removed.
 */
export const userCondition = z.strictObject({
  /** These users, and no others. */
  userIds: z.array(field.loginUserId).min(1).max(MAX_SEARCH_USER_IDS).optional(),
  keyword: fragment(MAX_KEYWORD_LENGTH),
  userId: fragment(MAX_SEARCH_USER_ID_LENGTH),
  mailAddress: fragment(MAX_SEARCH_MAIL_ADDRESS_LENGTH),
  names: fragment(MAX_SEARCH_NAME_LENGTH),
  /** The description is called `comment`. */
  ...eachTextCondition((text) => fragment(userTexts[text].longest)),
  status: someOf(userStatuses),
  role: z.enum(roles).optional(),
  source: someOf(userSources),
  /** True if MFA is activated. */
  mfa: z.boolean().optional(),
  /** No sign-in for this many days; for users who never signed in, counted from the creation of the account. */
  lastSignInOlderThanDays: z.number().int().min(1).max(3650).optional(),
  /** The last sign-in lies within. */
  lastSignIn: withinPeriod.optional(),
  /** Has a password that was set at least this many days ago. */
  passwordOlderThanDays: z.number().int().min(1).max(3650).optional(),
  group: inGroup.optional(),
});
export type UserCondition = z.output<typeof userCondition>;

export const userSortColumns = [
  'userId',
  'name',
  'loginMailAddress',
  ...userLines,
  'status',
  'loginedAt',
  'createdAt',
] as const;
export type UserSortColumn = (typeof userSortColumns)[number];

/** Query of a page of users, also for other searches that show users. */
export const userPageQuestion = {
  condition: userCondition.default({}),
  ...keysetPaging,
  sort: field.sortBy(userSortColumns),
  order: field.order,
};

/** Names sort by family name, then given name; users without the value of the column come first. */
export const searchUsers = route({
  method: 'POST',
  path: '/api/auth/tenants/{tenantId}/operations/search/users',
  access: 'users:read',
  operation: 'none',
  transaction: 'reading',
  summary: 'Search the users of the tenant',
  params: tenantParams,
  body: z.strictObject(userPageQuestion).refine(notBoth, atCursor),
  response: pageOf(listedUser),
  errors: ['not_found'],
});

/**
 * Users by an exact value, case-insensitive: the check for duplicates, which reads `totalResults` (spec section 7).
 * `mailAddresses` matches sign-in, pending and further addresses. Sorted by user ID.
 */
export const listUsers = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}/users',
  access: 'users:read',
  operation: 'read',
  transaction: 'reading',
  summary: 'List users, or find them by user ID or email address',
  params: tenantParams,
  query: z
    .strictObject({
      loginMailAddress: field.text(MAX_SEARCH_MAIL_ADDRESS_LENGTH).optional(),
      mailAddresses: field.text(MAX_SEARCH_MAIL_ADDRESS_LENGTH).optional(),
      userId: field.text(MAX_SEARCH_USER_ID_LENGTH).optional(),
      ...keysetPaging,
    })
    .refine(notBoth, atCursor),
  response: pageOf(listedUser),
  errors: ['not_found'],
});

import { z } from 'zod';
import * as field from '../fields.ts';
import { userStatuses } from '../people/users-fields.ts';
import { route } from '../route.ts';
import {
  isExclusionPattern,
  MAX_EXCLUDED_GROUPS,
  MAX_EXCLUDED_PATTERN_LENGTH,
  MAX_EXCLUDED_PATTERNS,
  MAX_EXCLUDED_USERS,
  MAX_PREVIEWED,
} from './values.ts';

const inOrder = (given: string[]) => [...new Set(given.map((one) => one.toLowerCase()))].sort();

/** Whom a source never touches, whatever its directory says. */
export const exclusionShape = {
  /** Users, by uuid. */
  excludedUsers: z.array(field.uuid).max(MAX_EXCLUDED_USERS).overwrite(inOrder),
  /** The members of groups (uuids), and of the groups within. */
  excludedGroups: z.array(field.uuid).max(MAX_EXCLUDED_GROUPS).overwrite(inOrder),
  /** Users whose user ID or address to sign in with fits a pattern: `*` is any text. */
  excludedPatterns: z
    .array(z.string().max(MAX_EXCLUDED_PATTERN_LENGTH).refine(isExclusionPattern))
    .max(MAX_EXCLUDED_PATTERNS)
    .overwrite(inOrder),
};

const excluded = z.strictObject({
  uuid: z.string(),
  userId: z.string(),
  familyName: z.string(),
  givenName: z.string(),
  mailAddress: z.string().nullable(),
  status: z.enum(userStatuses),
  /** Whether the source provides the user. */
  isProvided: z.boolean(),
});
export type ExcludedUser = z.output<typeof excluded>;

export const previewExclusions = route({
  method: 'POST',
  path: '/api/auth/tenants/{tenantId}/provisioningSources/{uuid}/exclusions/preview',
  access: 'tenant:write',
  only: 'portal',
  operation: 'none',
  transaction: 'reading',
  summary: 'Preview the users whom exclusions of a source mean',
  params: z.strictObject({ tenantId: z.string().max(40), uuid: z.string().max(40) }),
  body: z.strictObject(exclusionShape),
  response: z.strictObject({
    totalResults: z.number().int(),
    /** Those whom the source provides. */
    provided: z.number().int(),
    /** The first by user ID, at most MAX_PREVIEWED. */
    results: z.array(excluded).max(MAX_PREVIEWED),
  }),
  errors: ['not_found'],
});

import { z } from 'zod';
import * as field from './fields.ts';

/** Kind of membership: direct, inherited through child groups at any depth, or both. */
export const groupMembers = z.enum(['direct', 'inherited', 'all']);
export type GroupMembers = z.output<typeof groupMembers>;

/**
 * In the group with this UUID, or with `included: false` not in it. An unknown group is `invalid_params` with the field
 * `condition.group.uuid`.
 */
export const inGroup = z.strictObject({
  uuid: field.uuid,
  members: groupMembers.default('direct'),
  included: z.boolean().default(true),
});

export type InGroup = z.output<typeof inGroup>;

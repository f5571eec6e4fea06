import { type RawBuilder, sql } from 'kysely';
import type { DeviceCondition } from '#contract/devices/devices.ts';
import { toLower } from '#contract/text-forms.ts';
import { inGroup, refuseUnknownGroup } from '../../ports.ts';
import { boundsOf } from '../../../platform/db/period.ts';
import { containing, hasTrigram, type Predicate } from '../../../platform/db/search/predicate.ts';
import type { Tx } from '../../../platform/db/transaction.ts';

/** Column expressions by field. Every field is part of `search_text`, whose index finds candidates. */
const haystacks = {
  keyword: sql`d.search_text`,
  deviceId: sql`d.device_id_key`,
  serialId: sql`d.serial_id_key`,
  comment: sql`lower(d.description)`,
} as const;

function contains(haystack: RawBuilder<unknown>, text: string | undefined): Predicate[] {
  const needle = toLower(text ?? '');
  if (needle === '') return [];
  const indexed = hasTrigram.test(needle) ? sql<boolean>`d.search_text like ${containing(needle)}` : null;
  return [{ exact: sql`strpos(${haystack}, ${needle}) > 0`, indexed, isFragment: true }];
}

/** SQL predicates of a condition on a device `d`. For jobs, whose condition was validated when they started. */
export function predicatesOf(condition: DeviceCondition, now: Date): Predicate[] {
  const { deviceType, role, notSeenForDays, lastSeen, group } = condition;
  const fields = Object.keys(haystacks) as (keyof typeof haystacks)[];
  const plainly = (exact: Predicate['exact']): Predicate[] => [{ exact, indexed: null }];
  const since = new Date(now.getTime() - (notSeenForDays ?? 0) * 86_400_000);
  const period = lastSeen && boundsOf(lastSeen, now);
  return [
    ...fields.flatMap((field) => contains(haystacks[field], condition[field])),
    ...(deviceType ? plainly(sql`d.device_type = any (${deviceType}::text[])`) : []),
    ...(role ? plainly(sql`${role} = any (d.roles)`) : []),
    // Must equal the expression of the last-seen index.
    ...(period
      ? plainly(
          sql`coalesce(d.last_seen_at, '-infinity') between ${period.from}::timestamptz and ${period.to}::timestamptz`,
        )
      : []),
    ...(notSeenForDays ? plainly(sql`coalesce(d.last_seen_at, d.created_at) < ${since}`) : []),
    ...(group ? [inGroup('d', group)] : []),
  ];
}

/** SQL predicates of a condition. Throws `invalid_params` for an unknown group. */
export async function readPredicates(tx: Tx, condition: DeviceCondition, now: Date): Promise<Predicate[]> {
  await refuseUnknownGroup(tx, condition);
  return predicatesOf(condition, now);
}

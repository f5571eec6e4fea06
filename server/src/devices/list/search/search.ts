import type { DeviceCondition, searchDevices } from '#contract/devices/devices.ts';
import type { BodyOf } from '#contract/route.ts';
import { type PageFrame, pageOfAll, pageOfMatching, toAsked, toPage } from '../../../platform/db/search/pages.ts';
import type { Predicate } from '../../../platform/db/search/predicate.ts';
import type { Tx } from '../../../platform/db/transaction.ts';
import { devicesOf } from '../rows.ts';
import { readPredicates } from './condition.ts';
import { deviceKeyset } from './order.ts';
import { devices } from './queries.ts';

export type DeviceQuestion = BodyOf<typeof searchDevices>;

/** Context of a search. */
interface Here {
  tx: Tx;
  tenantId: string;
  now: Date;
}

/** A page of the devices that match. Throws `invalid_params` for a cursor of another list, a group that is not there. */
export const searchForDevices = (here: Here, question: DeviceQuestion) =>
  searchFor(here, question, async (tx, uuids) => ({ results: await devicesOf(tx, uuids) }));

/**
 * Like `search`, with what `read` returns for the devices of the page, by their UUIDs in its order. What a room above asks
 * `besides` is part of the condition too, so that what is remembered of a search is of this one.
 */
export async function searchFor<Known>(
  { tx, tenantId, now }: Here,
  question: DeviceQuestion,
  read: (tx: Tx, uuids: readonly string[]) => Promise<Known>,
  besides: readonly Predicate[] = [],
): Promise<PageFrame & Known> {
  const asked = toAsked(deviceKeyset, question);
  const predicates = [...(await readPredicates(tx, question.condition, now)), ...besides];
  const found =
    predicates.length === 0
      ? await pageOfAll(tx, devices, asked)
      : await pageOfMatching(tx, devices, predicates, asked, { tenantId, condition: question.condition });
  const { uuids, frame } = toPage(deviceKeyset, asked, found);
  return { ...frame, ...(await read(tx, uuids)) };
}

/** UUIDs of matching devices, for acts on all matches; at most `limit`. */
export async function findMatching(tx: Tx, condition: DeviceCondition, now: Date, limit: number): Promise<string[]> {
  const { rows } = await devices.matching(await readPredicates(tx, condition, now), limit).execute(tx);
  return rows.map(({ uuid }) => uuid);
}

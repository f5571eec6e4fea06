import { fail } from '#contract/errors.ts';
import type { FeedEvent, readEventFeed } from '#contract/logs/event-feed.ts';
import type { AnswerOf, QueryOf } from '#contract/route.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { readRetention } from '../retention/retention.ts';
import { BEGINNING, type FeedPlace, formatPlace, parsePlace } from './cursor.ts';
import { endOfEvents, readEvents } from './reading.ts';

/**
 * The events behind a place in the order of their commit. A cursor of another database, as before a restored backup, begins
 * again with the oldest event: a reader knows by the IDs what it has. Throws `invalid_params` for what is no cursor.
 */
export async function readFeed(
  tools: Tools,
  tx: Tx,
  { cursor, from, count }: QueryOf<typeof readEventFeed>,
): Promise<AnswerOf<typeof readEventFeed>> {
  const given = cursor === undefined ? null : parsePlace(cursor);
  if (cursor !== undefined && !given) throw fail('invalid_params', { field: 'cursor' });
  const end = await endOfEvents(tx);
  const after = startOf(given, end, from);
  const read = await readEvents(tx, after, end.position, count + 1);
  const page = read.slice(0, count);
  const more = read.length > count;
  const position = (more ? page.at(-1)?.position : undefined) ?? end.position;
  return {
    events: page.map(({ event }): FeedEvent => event),
    cursor: formatPlace({ position, server: end.server }),
    more,
    retention: await readRetention({ tools, tx }),
  };
}

function startOf(given: FeedPlace | null, end: FeedPlace, from: 'oldest' | 'latest') {
  if (!given) return from === 'latest' ? end.position : BEGINNING;
  const isKnown = given.server === end.server && given.position.writer <= end.position.writer;
  return isKnown ? given.position : BEGINNING;
}

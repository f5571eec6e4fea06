import { newAlarm } from '../../platform/deliver/alarm.ts';
import type { Tools } from '../../platform/tools.ts';
import { type Claim, openLane, settleLane } from './lane.ts';
import { claimWebhooks } from './claims.ts';
import { openKeys } from './secrets.ts';
import { sendDue } from './sending.ts';

/** Webhooks that a process sends to at the same time; those that failed have places of their own. */
const PLACES = { healthy: 20, failing: 10 } as const;
type Place = keyof typeof PLACES;

const INTERVAL_MS = 1000;
/** Longer than one claim sends and its last call takes. */
const CLAIM_MS = 12_000;

/**
 * Sends events to webhooks of all tenants. Any number of processes may: each webhook is one's at a time, and what a dead one
 * had in hand is sent again, with the same IDs, when its claim has ended.
 */
export function startWebhooks(tools: Tools, stops: (() => Promise<unknown>)[], intervalMillis = INTERVAL_MS): void {
  const stopping = new AbortController();
  const alarm = newAlarm();
  const onError = (err: unknown) => tools.log.warn({ err }, 'webhooks');
  const underWay: Record<Place, Set<Promise<void>>> = { healthy: new Set(), failing: new Set() };

  const begin = (claim: Claim, place: Place) => {
    const done = serve(tools, claim, stopping.signal)
      .then((isMore) => {
        // There may be more for it, or for one that found no place.
        if (isMore) alarm.ring();
      })
      .catch(onError)
      .finally(() => underWay[place].delete(done));
    underWay[place].add(done);
  };
  const round = async () => {
    for (const place of ['healthy', 'failing'] as const) {
      const free = PLACES[place] - underWay[place].size;
      if (free <= 0) continue;
      const now = tools.clock();
      const until = new Date(now.getTime() + CLAIM_MS);
      for (const claim of await claimWebhooks(tools.db.pool, { now, until }, place, free)) begin(claim, place);
    }
  };
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      await round().catch(onError);
      await alarm.wait(intervalMillis);
    }
    await Promise.all([...underWay.healthy, ...underWay.failing]);
  })();
  stops.push(async () => {
    stopping.abort();
    alarm.ring();
    await ended;
  });
}

/** One claim: reads, sends, settles. Answers whether there may be more to do. */
async function serve(tools: Tools, claim: Claim, stopping: AbortSignal): Promise<boolean> {
  const lane = await openLane(tools, claim, tools.clock());
  if (!lane || lane === 'more') return lane === 'more';
  const { webhook, rows, due } = lane;
  const keys = openKeys(tools.sealer, webhook, tools.clock());
  const receiver = tools.outgoing.receiver(webhook.address);
  try {
    const { clock } = tools;
    const attempts = await sendDue(due, { receiver, keys, clock, isFailing: webhook.failures > 0, stopping });
    await settleLane(tools, claim, { rows, attempts }, clock());
    return attempts.length > 0;
  } finally {
    receiver.close();
  }
}

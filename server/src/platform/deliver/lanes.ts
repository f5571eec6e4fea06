import type { Tools } from '../tools.ts';
import { newAlarm } from './alarm.ts';

/** A receiver of a tenant that a process may serve until its claim has ended. */
export interface Claim {
  tenant_id: string;
  uuid: string;
  claim: number;
}

export interface Lanes {
  /** As it is logged. */
  name: string;
  /** The database's function that claims: at a moment, until one, failing receivers or the others, at most so many. */
  claims: 'webhooks_claim' | 'provisioning_targets_claim';
  /** How many are served at the same time; those that failed have places of their own. */
  places: Readonly<Record<Place, number>>;
  /** Longer than serving one takes, with its last call. */
  claimMillis: number;
  /** Serves one for a while. Answers whether there may be more to do, for it or for one that found no place. */
  serve(claim: Claim, stopping: AbortSignal): Promise<boolean>;
}

const placesOf = ['healthy', 'failing'] as const;
type Place = (typeof placesOf)[number];

const INTERVAL_MS = 1000;

/**
 * Serves the receivers of all tenants, each a lane. Any number of processes may: each receiver is one's at a time, and what a
 * dead one had in hand is done again when its claim has ended.
 */
export function startLanes(
  tools: Tools,
  { name, claims, places, claimMillis, serve }: Lanes,
  stops: (() => Promise<unknown>)[],
  intervalMillis = INTERVAL_MS,
): void {
  const stopping = new AbortController();
  const alarm = newAlarm();
  const onError = (err: unknown) => tools.log.warn({ err }, name);
  const underWay: Record<Place, Set<Promise<void>>> = { healthy: new Set(), failing: new Set() };

  const claim = async (place: Place, most: number): Promise<Claim[]> => {
    const now = tools.clock();
    const values = [now, new Date(now.getTime() + claimMillis), place === 'failing', most];
    const text = `select * from ${claims}($1, $2, $3, $4)`;
    return (await tools.db.pool.query<Claim>({ name: claims, text, values })).rows;
  };
  const begin = (claimed: Claim, place: Place) => {
    const done = serve(claimed, stopping.signal)
      .then((isMore) => {
        if (isMore) alarm.ring();
      })
      .catch(onError)
      .finally(() => underWay[place].delete(done));
    underWay[place].add(done);
  };
  const round = async () => {
    for (const place of placesOf) {
      const free = places[place] - underWay[place].size;
      if (free > 0) for (const claimed of await claim(place, free)) begin(claimed, place);
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

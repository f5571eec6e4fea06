import type { Database, Tx } from '../db/transaction.ts';
import { newAlarm } from './alarm.ts';
import {
  claimDeliveries,
  type Delivery,
  hasQueuedWithin,
  RENEW_MILLIS,
  renewClaims,
  type Settlement,
  settleDelivery,
} from './outbox.ts';

/**
 * Result of one attempt: `failed` is retried, `refused` is final, `uncertain` may have arrived and must not be sent
 * twice.
 */
export type Outcome = { outcome: 'delivered' } | { outcome: 'refused' | 'failed' | 'uncertain'; error: string };

/** What the worker must know of one kind of delivery. */
export interface Kind {
  /** How many of it a process sends at the same time, so that one kind does not hold up another. */
  atOnce: number;
  /**
   * Seconds to wait after the first, second … failed attempt. A delivery with a time to give up at is retried until
   * then, after the last pause again and again; any other is given up when the pauses are used up.
   */
  pauses: readonly number[];
  /** Sends one. Ends by itself within a minute or two, and does not throw for errors of the receiver. */
  send(delivery: Delivery): Promise<Outcome>;
  /** Logs for the tenant that one was given up, in the transaction that does so. */
  giveUp?(tx: Tx, delivery: Delivery, error: string): Promise<void>;
}

/** 5 seconds, then three times as long each time, then every two hours: for receivers that are programs. */
export const UNTIL_GIVEN_UP: Kind['pauses'] = [5, 15, 45, 135, 405, 1215, 3645, 7200];

export interface DeliveryOptions {
  db: Database;
  kinds: Readonly<Record<string, Kind>>;
  clock(): Date;
  /** Receives errors that keep deliveries from leaving, and failed attempts: never content, never an address. */
  onError(error: unknown, about?: DeliveryAbout): void;
  intervalMillis?: number;
}
type DeliveryAbout = Record<'tenantId' | 'deliveryId' | 'kind' | 'about', string> & { tries: number };

export interface DeliveryWorker {
  /** Looks for due deliveries now, unless this process queued nothing lately; called after a commit. */
  wake(): void;
  /** Claims nothing more and waits for what is in progress. */
  stop(): Promise<void>;
}

const INTERVAL_MILLIS = 1000;
const SETTLE_TRIES = 60;
const SETTLE_AGAIN_MILLIS = 1000;

/**
 * Sends what waits to leave, of all tenants: claims, sends, settles; polls every `intervalMillis` or when woken. Any
 * number of processes may run it. A claim is renewed while its delivery is in progress; one that a dead process left
 * is judged within ten seconds: mails are not sent again, because they may have arrived, all else is.
 */
export function startDeliveries(options: DeliveryOptions): DeliveryWorker {
  const { db, intervalMillis = INTERVAL_MILLIS } = options;
  const stopping = new AbortController();
  const alarm = newAlarm();
  const underWay = new Map<Delivery, Promise<void>>();
  /** Kinds of which there may be more than was claimed. */
  let waiting = new Set<string>();

  const freeOf = (name: string, { atOnce }: Kind) =>
    atOnce - [...underWay.keys()].filter(({ kind }) => kind === name).length;
  const begin = (delivery: Delivery, kind: Kind) => {
    const done = deliver(options, kind, delivery, stopping.signal).finally(() => {
      underWay.delete(delivery);
      // Not for each single one: a claim is a statement too.
      if (waiting.has(delivery.kind) && freeOf(delivery.kind, kind) * 2 >= kind.atOnce) alarm.ring();
    });
    underWay.set(delivery, done);
  };
  const round = async () => {
    const free = new Map(
      Object.entries(options.kinds)
        .map(([name, kind]) => [name, freeOf(name, kind)] as const)
        .filter(([, count]) => count > 0),
    );
    if (free.size === 0) return;
    const claimed = await claimDeliveries(db.pool, free, options.clock());
    const found = Map.groupBy(claimed, ({ kind }) => kind);
    waiting = new Set(
      Object.keys(options.kinds).filter((name) => (found.get(name)?.length ?? 0) >= (free.get(name) ?? 0)),
    );
    for (const delivery of claimed) {
      const kind = options.kinds[delivery.kind];
      if (kind) begin(delivery, kind);
    }
  };
  const renewing = setInterval(() => {
    if (underWay.size > 0) renewClaims(db.pool, [...underWay.keys()], options.clock()).catch(options.onError);
  }, RENEW_MILLIS).unref();
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      await round().catch(options.onError);
      await alarm.wait(intervalMillis);
    }
    await Promise.all(underWay.values());
    clearInterval(renewing);
  })();
  return {
    wake: () => {
      if (hasQueuedWithin(intervalMillis)) alarm.ring();
    },
    stop: async () => {
      stopping.abort();
      alarm.ring();
      await ended;
    },
  };
}

async function deliver(options: DeliveryOptions, kind: Kind, delivery: Delivery, stopping: AbortSignal): Promise<void> {
  const { tenant_id: tenantId, delivery_id: deliveryId, about, tries } = delivery;
  const fail = (error: unknown) => options.onError(error, { tenantId, deliveryId, kind: delivery.kind, about, tries });
  const sent = await kind.send(delivery).catch((error: unknown): Outcome => {
    fail(error);
    return { outcome: 'failed', error: 'internal' };
  });
  const settled = toSettlement(kind, delivery, sent, options.clock());
  if (settled.state !== 'delivered')
    fail(new Error(`a delivery ${settled.state === 'dead' ? 'was given up' : 'failed'}: ${settled.error}`));
  for (let attempt = 1; ; attempt++) {
    try {
      return await settle(options, kind, delivery, settled);
    } catch (error) {
      // Unsettled, the claim expires, and the delivery is judged like that of a dead process.
      if (attempt === SETTLE_TRIES || stopping.aborted) return fail(error);
      await new Promise((done) => setTimeout(done, SETTLE_AGAIN_MILLIS));
    }
  }
}

async function settle(
  { db, clock }: DeliveryOptions,
  kind: Kind,
  delivery: Delivery,
  settled: Settlement,
): Promise<void> {
  const { giveUp } = kind;
  if (settled.state !== 'dead' || !giveUp) {
    await settleDelivery(db.pool, delivery, settled, clock());
    return;
  }
  await db.inTenant(delivery.tenant_id, async (tx) => {
    if (await settleDelivery(tx, delivery, settled, clock())) await giveUp(tx, delivery, settled.error);
  });
}

function toSettlement({ pauses }: Kind, delivery: Delivery, sent: Outcome, now: Date): Settlement {
  if (sent.outcome === 'delivered') return { state: 'delivered' };
  const { error } = sent;
  if (sent.outcome === 'uncertain') return { state: 'uncertain', error };
  const { give_up_at: giveUpAt, tries } = delivery;
  const pause = pauses[tries - 1] ?? (giveUpAt ? pauses.at(-1) : undefined);
  if (sent.outcome === 'refused' || pause === undefined) return { state: 'dead', error };
  const againAt = new Date(now.getTime() + pause * 1000);
  return giveUpAt && againAt > giveUpAt ? { state: 'dead', error } : { state: 'waiting', againAt, error };
}

import type { Database, Tx } from '../db/transaction.ts';
import { startRounds } from '../work/rounds.ts';
import { claimDeliveries, type Delivery, type Settlement, settleDelivery } from './outbox.ts';

/** Result of one attempt. `refused` is final, `failed` is retried. */
export type Outcome = { outcome: 'delivered' } | { outcome: 'refused' | 'failed'; error: string };

/** Sends a delivery of one kind within eight seconds; does not throw for errors of the receiver. */
export type Send = (delivery: Delivery) => Promise<Outcome>;

export interface Kind {
  send: Send;
  /** Logs for the tenant that a delivery was given up, in the transaction that does so. */
  giveUp(tx: Tx, delivery: Delivery, error: string): Promise<void>;
}

export interface DeliveryOptions {
  db: Database;
  kinds: Readonly<Record<string, Kind>>;
  clock(): Date;
  /** Receives errors that keep deliveries from leaving, and deliveries that were given up. */
  onError(error: unknown, about?: { tenantId: string; deliveryId: string; target: string; tries: number }): void;
  intervalMillis?: number;
}

const AT_A_TIME = 20;
const INTERVAL_MILLIS = 1000;
const FIRST_PAUSE_S = 5;
const LONGEST_PAUSE_S = 2 * 3600;
const SETTLE_TRIES = 5;

/** Pause after an attempt: five seconds, then three times as long each time, at most two hours. */
export const pauseSeconds = (tries: number) => Math.min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 3 ** (tries - 1));

/**
 * Sends the deliveries of all tenants: claims due ones, sends, settles. Any number of processes may run it. A receiver
 * that does not answer delays its own deliveries only. Returns a function that stops it and waits for deliveries in
 * progress.
 */
export function startDeliveries(options: DeliveryOptions): () => Promise<void> {
  const under = new Set<Promise<void>>();
  const stopRounds = startRounds(options.intervalMillis ?? INTERVAL_MILLIS, async () => {
    try {
      for (;;) {
        const free = AT_A_TIME - under.size;
        const claimed = free > 0 ? await claimDeliveries(options.db.pool, free, options.clock()) : [];
        for (const delivery of claimed) {
          const work: Promise<void> = deliver(options, delivery).finally(() => under.delete(work));
          under.add(work);
        }
        if (claimed.length < free || claimed.length === 0) return;
        await Promise.race(under);
      }
    } catch (error) {
      options.onError(error);
    }
  });
  return async () => {
    await stopRounds();
    await Promise.all(under);
  };
}

async function deliver(options: DeliveryOptions, delivery: Delivery): Promise<void> {
  const about = {
    tenantId: delivery.tenant_id,
    deliveryId: delivery.delivery_id,
    target: delivery.target,
    tries: delivery.tries,
  };
  const settled = toSettlement(delivery, await trySending(options, delivery), options.clock());
  if (settled.state === 'dead') options.onError(new Error(`a delivery was given up: ${settled.error}`), about);
  for (let tries = 1; ; tries++) {
    try {
      await options.db.inTenant(delivery.tenant_id, async (tx) => {
        const isOurs = await settleDelivery(tx, delivery, settled, options.clock());
        if (isOurs && settled.state === 'dead') await options.kinds[delivery.kind]?.giveUp(tx, delivery, settled.error);
      });
      return;
    } catch (error) {
      // Unsettled, the claim expires and the delivery is sent again, marked as uncertain.
      if (tries === SETTLE_TRIES) return options.onError(error, about);
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
}

async function trySending(options: DeliveryOptions, delivery: Delivery): Promise<Outcome> {
  const kind = options.kinds[delivery.kind];
  if (!kind) return { outcome: 'failed', error: 'unknownKind' };
  try {
    return await kind.send(delivery);
  } catch (error) {
    options.onError(error);
    return { outcome: 'failed', error: 'internal' };
  }
}

function toSettlement(delivery: Delivery, sent: Outcome, now: Date): Settlement {
  if (sent.outcome === 'delivered') return { state: 'delivered' };
  const againAt = new Date(now.getTime() + pauseSeconds(delivery.tries) * 1000);
  if (sent.outcome === 'refused' || againAt > delivery.give_up_at) return { state: 'dead', error: sent.error };
  return { state: 'waiting', againAt, error: sent.error };
}

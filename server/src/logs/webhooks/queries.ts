import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { WebhookDeliveryState } from '#contract/logs/webhook-states.ts';
import type { WebhookDeliveries, Webhooks } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export interface WebhookRow extends Selectable<Webhooks> {
  waiting: number;
  dead: number;
}

/** Counted no further. */
const MOST_COUNTED = 10_000;
const counted = (state: WebhookDeliveryState) => sql<number>`(select count(*)::integer from (
  select from webhook_deliveries d where d.tenant_id = w.tenant_id and d.webhook_uuid = w.uuid and d.state = ${sql.lit(state)}
  limit ${MOST_COUNTED}) c)`;

const reading = (tx: Tx) =>
  tx
    .selectFrom('webhooks as w')
    .selectAll('w')
    .select([counted('waiting').as('waiting'), counted('dead').as('dead')]);

export const listWebhooks = (tx: Tx): Promise<WebhookRow[]> =>
  reading(tx).orderBy('w.name').orderBy('w.uuid').execute();

export const findWebhook = (tx: Tx, uuid: string): Promise<WebhookRow | undefined> =>
  reading(tx).where('w.uuid', '=', uuid).executeTakeFirst();

export const holdWebhook = (tx: Tx, uuid: string): Promise<Selectable<Webhooks> | undefined> =>
  tx.selectFrom('webhooks').selectAll().where('uuid', '=', uuid).forUpdate().executeTakeFirst();

/** Two administrators who add at once wait for each other: together they stay within the limit. */
export async function countWebhooks(tx: Tx): Promise<number> {
  await tx.selectFrom('tenants').select('tenant_id').forNoKeyUpdate().execute();
  const all = tx.selectFrom('webhooks').select((eb) => eb.fn.countAll<string>().as('count'));
  return Number((await all.executeTakeFirstOrThrow()).count);
}

export async function insertWebhook(tx: Tx, row: Insertable<Webhooks>): Promise<void> {
  await tx.insertInto('webhooks').values(row).execute();
}

export async function updateWebhook(tx: Tx, uuid: string, changes: Updateable<Webhooks>): Promise<void> {
  await tx.updateTable('webhooks').set(changes).where('uuid', '=', uuid).execute();
}

export async function deleteWebhook(tx: Tx, uuid: string): Promise<void> {
  await tx.deleteFrom('webhooks').where('uuid', '=', uuid).execute();
}

export type DeliveryRow = Selectable<WebhookDeliveries>;

/** The newest deliveries, or those before one. */
export const listDeliveries = (
  tx: Tx,
  uuid: string,
  { state, before, most }: { state?: WebhookDeliveryState | undefined; before?: string | undefined; most: number },
): Promise<DeliveryRow[]> =>
  tx
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_uuid', '=', uuid)
    .$if(state !== undefined, (of) => of.where('state', '=', state as WebhookDeliveryState))
    .$if(before !== undefined, (of) => of.where('sequence', '<', Number(before)))
    .orderBy('sequence', 'desc')
    .limit(most)
    .execute();

export const findDelivery = (tx: Tx, uuid: string, sequence: number): Promise<DeliveryRow | undefined> =>
  tx
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_uuid', '=', uuid)
    .where('sequence', '=', sequence)
    .forUpdate()
    .executeTakeFirst();

const anew = (now: Date) =>
  ({ state: 'waiting', tries: 0, first_tried_at: null, next_at: now, ended_at: null }) as const;

/** Sends one again, or all that were given up. Answers how many. */
export async function sendAgain(tx: Tx, uuid: string, sequence: number | null, now: Date): Promise<number> {
  const those = tx.updateTable('webhook_deliveries').set(anew(now)).where('webhook_uuid', '=', uuid);
  const done = sequence === null ? those.where('state', '=', 'dead') : those.where('sequence', '=', sequence);
  return Number((await done.executeTakeFirst()).numUpdatedRows);
}

/** What waits is due at once. */
export async function hurry(tx: Tx, uuid: string, now: Date): Promise<void> {
  const waiting = tx.updateTable('webhook_deliveries').set({ next_at: now }).where('webhook_uuid', '=', uuid);
  await waiting.where('state', '=', 'waiting').where('next_at', '>', now).execute();
}

/** What waits is sent no more, unless an administrator asks for it. */
export async function giveUpWaiting(tx: Tx, uuid: string, now: Date): Promise<void> {
  const waiting = tx.updateTable('webhook_deliveries').set({ state: 'dead', ended_at: now });
  await waiting.where('webhook_uuid', '=', uuid).where('state', '=', 'waiting').execute();
}

/** The webhook of a claim, locked; undefined if another process has claimed it since. */
export const holdClaimed = (
  tx: Tx,
  { uuid, claim }: { uuid: string; claim: number },
): Promise<Selectable<Webhooks> | undefined> =>
  tx
    .selectFrom('webhooks')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('claim', '=', claim)
    .forUpdate()
    .executeTakeFirst();

/** The due deliveries in their order, without those whose subject has an earlier one that is to be tried again. */
export const listDue = (tx: Tx, uuid: string, now: Date, most: number): Promise<DeliveryRow[]> =>
  tx
    .selectFrom('webhook_deliveries as d')
    .selectAll('d')
    .where('d.webhook_uuid', '=', uuid)
    .where('d.state', '=', 'waiting')
    .where('d.next_at', '<=', now)
    .where(
      sql<boolean>`not exists (select from webhook_deliveries e where e.tenant_id = d.tenant_id
        and e.webhook_uuid = d.webhook_uuid and e.subject = d.subject and e.state = 'waiting' and e.tries > 0
        and e.next_at > ${now} and e.sequence < d.sequence)`,
    )
    .orderBy('d.sequence')
    .limit(most)
    .execute();

/** How many wait, at most `most`; those that wait for a refused event of their subject do not count. */
export async function countWaiting(tx: Tx, uuid: string, most: number): Promise<number> {
  const waiting = tx
    .selectFrom('webhook_deliveries as d')
    .select('d.sequence')
    .where('d.webhook_uuid', '=', uuid)
    .where('d.state', '=', 'waiting')
    .where(
      sql<boolean>`not exists (select from webhook_deliveries e where e.tenant_id = d.tenant_id
        and e.webhook_uuid = d.webhook_uuid and e.subject = d.subject and e.state = 'waiting' and e.tries > 0)`,
    );
  return (await waiting.limit(most).execute()).length;
}

export async function insertDeliveries(tx: Tx, rows: Insertable<WebhookDeliveries>[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('webhook_deliveries').values(rows).execute();
}

export interface Settled {
  sequence: number;
  state: WebhookDeliveryState;
  nextAt: Date;
  at: Date;
  status: number | null;
  failure: string | null;
  millis: number;
}

/** Notes how attempts ended, all in one statement. */
export async function settle(tx: Tx, uuid: string, settled: readonly Settled[], now: Date): Promise<void> {
  const of = <K extends keyof Settled>(name: K) => settled.map((each) => each[name]);
  await sql`
    update webhook_deliveries d
    set state = s.state, tries = d.tries + 1, next_at = s.next_at, tried_at = s.at, status = s.status, failure = s.failure,
      millis = s.millis, first_tried_at = coalesce(d.first_tried_at, s.at),
      ended_at = case when s.state <> 'waiting' then ${now}::timestamptz end
    from unnest(${of('sequence')}::bigint[], ${of('state')}::text[], ${of('nextAt')}::timestamptz[], ${of('at')}::timestamptz[],
      ${of('status')}::integer[], ${of('failure')}::text[], ${of('millis')}::integer[])
      s (sequence, state, next_at, at, status, failure, millis)
    where d.webhook_uuid = ${uuid}::uuid and d.sequence = s.sequence and d.state = 'waiting'`.execute(tx);
}

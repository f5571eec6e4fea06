import type { EventType, OperationEvent } from '#contract/events.ts';
import type { Actor } from '#contract/principals.ts';
import type { Tx } from '../db/transaction.ts';
import type { CallOrigin } from './origin.ts';
import type { Tools } from '../tools.ts';
import { type Changes, fromCall, type OperationEntry, writeOperation } from './write.ts';

/** What a consumer needs and no log keeps: the last digits of a card, or how many codes are left. */
export type Facts = Record<string, string | number | boolean>;

/** What has just been done, as it is told in the transaction it was done in. */
export interface Happened {
  type: EventType;
  tenantId: string;
  targetId?: string | undefined;
  actor: Actor;
  changes: Changes;
  facts: Facts;
  at: Date;
  /** Where the call came from; null: from the operator, whose address is nobody's business, or from no call. */
  client: CallOrigin | null;
}

/** Told of one event, or of all that an act on many brought about. */
type Consumer = (tools: Tools, tx: Tx, happened: readonly Happened[]) => Promise<void>;

const consumers = new Map<EventType, Consumer[]>();

/**
 * Has a consumer told of each event of these types that an act brings about, in its transaction: what it writes (the rows of
 * mails) is there if and only if the event is. For the process, by `wiring.ts`. What may come later follows the sequence
 * (`follow.ts`). Imports, whose rows are written in SQL, say themselves what their users are mailed of.
 */
export function on(types: readonly EventType[], consumer: Consumer): void {
  for (const type of types) consumers.set(type, [...(consumers.get(type) ?? []), consumer]);
}

/** Tells the consumers, one after the other; what one throws fails the act. */
export const tell = (tools: Tools, tx: Tx, happened: Happened): Promise<void> => tellAll(tools, tx, [happened]);

/** The same of many events at once. */
export async function tellAll(tools: Tools, tx: Tx, all: readonly Happened[]): Promise<void> {
  const told = new Map<Consumer, Happened[]>();
  for (const happened of all) {
    for (const consumer of consumers.get(happened.type) ?? []) {
      const those = told.get(consumer);
      if (those) those.push(happened);
      else told.set(consumer, [happened]);
    }
  }
  for (const [consumer, those] of told) await consumer(tools, tx, those);
}

/** Writes the row of an event that no call of a known caller brings about, and tells its consumers. */
export async function happen(
  tools: Tools,
  tx: Tx,
  {
    client,
    facts = {},
    ...entry
  }: Omit<OperationEntry, 'type' | 'address' | 'requestId' | 'clientRequestId'> & {
    type: OperationEvent;
    client: CallOrigin;
    facts?: Facts;
  },
): Promise<void> {
  await writeOperation(tx, { ...entry, ...fromCall(client) });
  const { type, tenantId, targetId, actor, changes = {}, at } = entry;
  await tell(tools, tx, { type, tenantId, targetId, actor, changes, facts, at, client });
}

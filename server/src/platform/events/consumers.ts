import type { OperationEvent } from '#contract/events.ts';
import type { Tx } from '../db/transaction.ts';
import type { ClientInfo } from '../http/client-info.ts';
import type { Tools } from '../tools.ts';

/** What a call has just done, as it is told in the transaction it was done in. */
export interface Happened {
  type: OperationEvent;
  tenantId: string;
  targetId?: string | undefined;
  at: Date;
  /** Where the call came from. */
  client: ClientInfo;
}

type Consumer = (tools: Tools, tx: Tx, happened: Happened) => Promise<void>;

const consumers = new Map<OperationEvent, Consumer[]>();

/**
 * Has a consumer told of each event of these types that a call brings about, in its transaction: what it writes (the rows of
 * mails) is there if and only if the event is. For the process, by `wiring.ts`. What may come later follows the sequence
 * (`follow.ts`). Imports and acts on many say themselves what their users are mailed of.
 */
export function on(types: readonly OperationEvent[], consumer: Consumer): void {
  for (const type of types) consumers.set(type, [...(consumers.get(type) ?? []), consumer]);
}

/** Tells the consumers, one after the other; what one throws fails the act. */
export async function tell(tools: Tools, tx: Tx, happened: Happened): Promise<void> {
  for (const consumer of consumers.get(happened.type) ?? []) await consumer(tools, tx, happened);
}

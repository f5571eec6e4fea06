import { isFailure } from '#contract/errors.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { isDeadlock, isTaken } from '../../platform/db/violation.ts';
import { type ChangeOperation, type TypedEntry, writeEntries } from '../../platform/http/acting.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Tools } from '../../platform/tools.ts';
import { ScimRefusal } from './refusal.ts';

/** A call of a source within a transaction. */
export interface ScimAct {
  tools: Tools;
  tx: Tx;
  caller: Principal;
  client: ClientInfo;
  now: Date;
  action: string;
  operation: ChangeOperation;
  /** Whom it concerned: what is remembered of them is forgotten after the commit, since before it the old would be read again. */
  touched: Set<string>;
  /** The events that were written. */
  told: string[];
  /** Whether it is one of many in the transaction, which nobody else sees before its end. */
  isOfBulk?: boolean;
}

export const sourceOf = ({ caller }: ScimAct): string => caller.actor.id;
export const byOf = ({ caller, client }: ScimAct) => ({ tenantId: caller.tenantId, userId: caller.actor.name, client });

/** Writes the log and tells the consumers, as the source. */
export function tell(act: ScimAct, entries: readonly TypedEntry[]): Promise<void> {
  const { tools, tx, caller, now, action, operation, client } = act;
  act.told.push(...entries.map(({ type }) => type));
  return writeEntries(
    tools,
    tx,
    { caller, now, action, operation, reason: undefined, origin: client, client: null },
    entries,
  );
}

/** 409. */
export const taken = (detail: string) => new ScimRefusal(409, detail, 'uniqueness');

/** A transaction again where another took the user ID or the name at once, or two waited for each other, such as beside a Bulk. */
export const insisting = async <T>(attempt: () => Promise<T>): Promise<T> => {
  const isRace = (error: unknown) =>
    isTaken(error) || isDeadlock(error) || isFailure(error, 'duplicated_params_userId');
  for (let left = 3; left > 0; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRace(error)) throw error;
    }
  }
  return attempt();
};

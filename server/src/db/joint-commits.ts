import type pg from 'pg';
import { Lines } from './lines.ts';
import { mergeInserts } from './merged-inserts.ts';
import { isUndone } from './violation.ts';
import { beginning, queryTogether, type Statement } from './one-message.ts';

/** A transaction of a tenant that is nothing but inserts of one row each, none of which has been sent. */
export interface Whole {
  client: pg.PoolClient;
  tenantId: string;
  inserts: readonly Statement[];
}

/**
 * Commits transactions of one tenant that only insert, and the same, together: one message, one statement a table and
 * one commit for all of them. Should it be refused, each of them is tried by itself, so that everyone hears of their own
 * row only.
 */
export class JointCommits {
  readonly #lines = new Lines((wholes: Whole[]) => (wholes.length === 1 ? wholes.map(alone) : together(wholes)));

  /** Resolves when the transaction is committed. Throws what its inserts or the commit throw. */
  commit(whole: Whole): Promise<unknown> {
    return this.#lines.add(`${whole.tenantId} ${whole.inserts.map(({ name }) => name).join(' ')}`, whole);
  }
}

const COMMIT: Statement = { text: 'commit', values: [] };

const alone = ({ client, tenantId, inserts }: Whole): Promise<unknown> =>
  queryTogether(client, [...beginning(tenantId), ...mergeInserts(inserts)], [COMMIT]).then(([answer]) => answer);

/** Sends them over the connection of the first. */
function together(wholes: Whole[]): Promise<unknown>[] {
  const [first] = wholes as [Whole];
  const inserts = first.inserts.flatMap((_, at) => wholes.map(({ inserts: own }) => own[at] as Statement));
  const all = queryTogether(first.client, [...beginning(first.tenantId), ...mergeInserts(inserts)], [COMMIT]);
  const outcome = all.then(
    ([answer]) => answer,
    async (error) => {
      if (!isUndone(error)) throw error;
      await first.client.query('rollback');
      return null;
    },
  );
  return wholes.map((whole) => outcome.then((answer) => answer ?? alone(whole)));
}

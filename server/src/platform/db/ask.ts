import type { CompiledQuery, QueryExecutorProvider } from 'kysely';
import type { NamedQuery, TenantConnection } from './tenant-connections.ts';
import type { Tx } from './transaction.ts';

/** What can be asked of the database: anything that Kysely compiles. */
export interface Question<Row> {
  compile(tx: QueryExecutorProvider): CompiledQuery<Row>;
}

/**
 * A question under a name, which stands for this text alone: PostgreSQL reads and plans it once a connection rather than
 * each time. For frequent ones whose plan is right for all values; arrays among them are planned anew each time. No name: it
 * is read each time after all.
 */
export const named = <Row>(name: string | undefined, question: Question<Row>): Question<Row> => ({
  compile: (tx): NamedQuery<Row> => ({ ...question.compile(tx), name }),
});

/** Asks, and gives the rows. */
export async function ask<Row>(tx: Tx, question: Question<Row>): Promise<Row[]> {
  return (await tx.executeQuery(question.compile(tx))).rows;
}

/** Asks several questions in one message, none of which needs the answer to another. Gives the rows of each. */
export async function together<Rows extends readonly unknown[]>(
  tx: Tx,
  ...questions: { [At in keyof Rows]: Question<Rows[At]> }
): Promise<{ [At in keyof Rows]: Rows[At][] }> {
  const compiled = questions.map((question) => question.compile(tx));
  return onConnection(tx, (connection) => connection.together(compiled)) as Promise<{
    [At in keyof Rows]: Rows[At][];
  }>;
}

/**
 * Sends a statement whose answer nobody needs, such as the row of a log: nothing waits for it but the end of the
 * transaction. Should it fail, all of the transaction fails by its error, also where a later statement heard of it first.
 */
export async function send(tx: Tx, question: Question<unknown>): Promise<void> {
  const query = question.compile(tx);
  await onConnection(tx, async (connection) => connection.send(query));
}

const onConnection = <T>(tx: Tx, use: (connection: TenantConnection) => Promise<T>): Promise<T> =>
  tx.getExecutor().provideConnection((connection) => use(connection as TenantConnection));

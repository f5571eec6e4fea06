import type { CompiledQuery, QueryExecutorProvider } from 'kysely';
import type { NamedQuery, TenantConnection } from './tenant-connections.ts';
import type { Tx } from './transaction.ts';

/** A query: anything that Kysely compiles. */
export interface Question<Row> {
  compile(tx: QueryExecutorProvider): CompiledQuery<Row>;
}

/**
 * Names a query, so that PostgreSQL parses and plans it once per connection instead of every time. A name belongs to
 * exactly one SQL text. For frequent queries whose plan suits all values; ones with array parameters are still planned
 * every time. Without a name the query is parsed every time.
 */
export const named = <Row>(name: string | undefined, question: Question<Row>): Question<Row> => ({
  compile: (tx): NamedQuery<Row> => ({ ...question.compile(tx), name }),
});

/** Runs a query and returns its rows. */
export async function ask<Row>(tx: Tx, question: Question<Row>): Promise<Row[]> {
  return (await tx.executeQuery(question.compile(tx))).rows;
}

/** Runs several independent queries in one message. Returns the rows of each. */
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
 * Sends a statement whose result is not needed, such as a log row: only the end of the transaction waits for it. If it
 * fails, the whole transaction fails with its error, even if a later statement reported an error first.
 */
export async function send(tx: Tx, question: Question<unknown>): Promise<void> {
  const query = question.compile(tx);
  await onConnection(tx, async (connection) => connection.send(query));
}

const onConnection = <T>(tx: Tx, use: (connection: TenantConnection) => Promise<T>): Promise<T> =>
  tx.getExecutor().provideConnection((connection) => use(connection as TenantConnection));

import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Tx } from '#server/platform/db/transaction.ts';

/**
 * A transaction without a database that records the statements sent: for code that decides whether and what is written.
 * `answers` are the rows returned to queries, one after the other.
 */
export function writingDown(sent: CompiledQuery[], answers: object[][] = []): Tx {
  const take = (query: CompiledQuery) => {
    sent.push(query);
    return answers.shift() ?? [];
  };
  const connection = {
    send: (query: CompiledQuery) => void sent.push(query),
    together: async (queries: CompiledQuery[]) => queries.map(take),
    executeQuery: async (query: CompiledQuery) => ({ rows: take(query) }),
  };
  const driver = Object.assign(new DummyDriver(), { acquireConnection: async () => connection });
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver as unknown as DummyDriver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }) as unknown as Tx;
}

/** The statements in short: `insert into users`, with their values. */
export const inShort = (sent: readonly CompiledQuery[]): [string, readonly unknown[]][] =>
  sent.map(({ sql, parameters }) => [
    /^\s*((?:insert into|update|delete from|select)\s+"?\w+"?)/.exec(sql)?.[1]?.replaceAll('"', '') ?? sql,
    parameters,
  ]);

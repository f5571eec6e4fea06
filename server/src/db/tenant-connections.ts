import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import type pg from 'pg';
import { beginning, type First, queryAfter } from './one-message.ts';

/** What `TenantClient.query` is told in place of a statement: the tenant whose transaction begins. */
const ENTER = 'enter tenant ';

/** Says that a transaction of the tenant begins. Nothing is sent yet. */
export const enterTenant = (tenantId: string) => `${ENTER}${tenantId}`;

/** Ends the text of an insert of one row, or an update by its key, that nothing in its transaction waits for. */
const BEHIND = '/* behind */';

/**
 * Marks an insert of one row, or an update by `uuid` alone, as one that goes out with the next statement of its
 * transaction, at the latest with the commit, which then throws what it throws: `insertInto(…).modifyEnd(behind)`.
 */
export const behind = sql.raw(BEHIND);

/** Ends the text of a question that is always the same but for its values. */
const PREPARED = '/* prepared */';

/**
 * Marks a question that PostgreSQL reads and plans once a connection rather than each time: for frequent ones whose plan
 * is the same for all values.
 */
export const prepared = sql.raw(PREPARED);

const nothing = { command: 'SELECT', rowCount: 0, rows: [] } as const;

/**
 * A connection for Kysely on which what need not wait for an answer goes out with the next statement, to save messages
 * there and back: the beginning of a transaction, and what is marked `behind`. A transaction in which nothing was asked
 * is never heard of. Inserts of one row, and what is marked so, are prepared.
 */
class TenantClient {
  readonly #client: pg.PoolClient;
  #entering: string | null = null;
  #held: First[] = [];

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async query(text: string, values: readonly unknown[]): Promise<unknown> {
    if (text.startsWith(ENTER)) {
      this.#entering = text.slice(ENTER.length);
      return nothing;
    }
    const name = nameOf(text);
    if (name !== undefined && text.endsWith(BEHIND)) {
      this.#held.push({ name, text, values: [...values] });
      return { ...nothing, command: 'INSERT', rowCount: 1 };
    }
    return this.#send(text, { text, values: [...values], ...(name && { name }) });
  }

  #send(text: string, statement: pg.QueryConfig): unknown {
    const entering = this.#entering;
    const held = text === 'rollback' ? [] : this.#held;
    this.#entering = null;
    this.#held = [];
    if (entering === null && held.length === 0) return this.#client.query(statement);
    const isUnheard = held.length === 0 && (text === 'commit' || text === 'rollback');
    if (isUnheard) return nothing;
    return queryAfter(this.#client, entering === null ? held : [...beginning(entering), ...held], statement);
  }

  release(error?: boolean): void {
    this.#client.release(error);
  }
}

/** A pool for Kysely, with connections as above. */
export const tenantConnections = (pool: pg.Pool): PostgresPool => ({
  connect: async () => new TenantClient(await pool.connect()) as unknown as PostgresPoolClient,
  end: () => pool.end(),
  options: pool.options,
});

/** A row by its key, for what is marked `behind`. */
const UPDATE = /^update "\w+" set .+ where "uuid" = \$\d+ \/\* behind \*\/$/;
const INSERT = /^insert into "\w+" \([^()]*\) values \([^()]*\)(?: \/\* behind \*\/)?$/;
const MOST_NAMES = 100;
const names = new Map<string, string>();

/**
 * A name for what is marked as prepared, and for an insert of one row: PostgreSQL then reads and plans it once a
 * connection, and there is nothing in it that would be planned another way for other values.
 */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES) return known;
  if (!INSERT.test(text) && !UPDATE.test(text) && !text.endsWith(PREPARED)) return undefined;
  const name = `statement_${names.size}`;
  names.set(text, name);
  return name;
}

import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { beginInTenant } from './one-message.ts';

/** What `TenantClient.query` is told in place of a statement: the tenant whose transaction begins. */
const ENTER = 'enter tenant ';

/** Says that a transaction of the tenant begins. Nothing is sent yet. */
export const enterTenant = (tenantId: string) => `${ENTER}${tenantId}`;

const nothing = { command: 'SELECT', rowCount: 0, rows: [] } as const;

/**
 * A connection for Kysely whose transactions begin with the first statement that is sent: one message less there and
 * back for each. One in which nothing was asked is never heard of. Inserts of one row are prepared.
 */
class TenantClient {
  readonly #client: pg.PoolClient;
  #entering: string | null = null;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async query(text: string, values: readonly unknown[]): Promise<unknown> {
    if (text.startsWith(ENTER)) {
      this.#entering = text.slice(ENTER.length);
      return nothing;
    }
    const entering = this.#entering;
    this.#entering = null;
    const name = nameOf(text);
    const statement = { text, values: [...values], ...(name && { name }) };
    if (entering === null) return this.#client.query(statement);
    return text === 'commit' || text === 'rollback' ? nothing : beginInTenant(this.#client, entering, statement);
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

const INSERT = /^insert into "\w+" \([^()]*\) values \([^()]*\)$/;
const MOST_NAMES = 50;
const names = new Map<string, string>();

/**
 * A name for an insert of one row: PostgreSQL then reads and plans it once a connection, and there is nothing in it
 * that would be planned another way for other values.
 */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES || !INSERT.test(text)) return known;
  const name = `insert_${names.size}`;
  names.set(text, name);
  return name;
}

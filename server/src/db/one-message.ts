import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

/** What is used of a connection of `pg` beneath its queries. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  close(message: { type: 'S'; name: string }): void;
  parse(message: { name: string; text: string; types: number[] }): void;
  bind(message: { portal: string; statement: string; values: unknown[]; valueMapper: typeof toWire }): void;
  execute(message: { portal: string; rows: number }): void;
}

export interface First {
  name: string;
  text: string;
  values: unknown[];
}

const enter = (tenantId: string): First => ({
  name: 'enter_tenant',
  text: `select set_config('app.tenant_id', $1, true)`,
  values: [tenantId],
});
const BEGIN: First = { name: 'begin_transaction', text: 'begin', values: [] };

/** The statements above that a connection knows. */
const introduced = new WeakMap<Wire, Set<string>>();

/** The methods that `pg` calls of a query; its types leave some of them out. */
const Query = pg.Query as unknown as new (
  statement: pg.QueryConfig,
) => {
  submit(wire: Wire): Error | null;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
};

/**
 * A statement with others before it. All go out before the one "sync", and until that PostgreSQL keeps them in one
 * transaction (its manual, "Pipelining" under "Extended Query"): so a setting holds for this statement and for no other,
 * unless the first of them begins a transaction.
 */
class After extends Query {
  readonly #first: readonly First[];
  /** Of the first, those that have not ended. */
  #open: number;

  constructor(first: readonly First[], statement: pg.QueryConfig) {
    super(statement);
    this.#first = first;
    this.#open = first.length;
  }

  override submit(wire: Wire): Error | null {
    wire.stream.cork();
    try {
      for (const first of this.#first) send(wire, first);
      return super.submit(wire);
    } finally {
      wire.stream.uncork();
    }
  }

  override handleDataRow(message: unknown): void {
    if (this.#open === 0) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#open === 0) super.handleCommandComplete(message, wire);
    else this.#open -= 1;
  }

  /** What stood behind the failure was never read: whether a statement is known there, the next one finds out anew. */
  override handleError(error: Error, wire: Wire): void {
    for (const { name } of this.#first) introduced.get(wire)?.delete(name);
    super.handleError(error, wire);
  }
}

/** What `pg` makes of the values of a statement. */
const toWire = (value: unknown) => prepareValue(value);

function send(wire: Wire, { name, text, values }: First): void {
  const known = introduced.get(wire) ?? new Set();
  introduced.set(wire, known);
  if (!known.has(name)) {
    // It may be known after all, from before a failure; closing what is not there is no error.
    wire.close({ type: 'S', name });
    wire.parse({ name, text, types: [] });
  }
  known.add(name);
  wire.bind({ portal: '', statement: name, values, valueMapper: toWire });
  wire.execute({ portal: '', rows: 0 });
}

/**
 * Runs one prepared statement behind the wall of a tenant, in one message there and one back: for the dozen hottest
 * questions that need no transaction around them (`inTenant` takes two at least). Gives the rows.
 */
export async function queryInTenant<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  tenantId: string,
  statement: { name: string; text: string; values: unknown[] },
): Promise<Row[]> {
  const answer = await pool.query(new After([enter(tenantId)], statement) as unknown as pg.QueryConfig);
  return (answer as pg.QueryResult<Row>).rows;
}

/** What begins a transaction of the tenant. */
export const beginning = (tenantId: string): First[] => [BEGIN, enter(tenantId)];

/** Runs a statement, with others before it whose answers nobody waits for, on a connection of one's own. Throws what any of them throws. */
export function queryAfter(
  client: pg.PoolClient,
  first: readonly First[],
  statement: pg.QueryConfig,
): Promise<pg.QueryResult> {
  // "Extended", or a statement without values would be sent in the old way, which cannot follow others.
  const query = new After(first, { ...statement, queryMode: 'extended' } as pg.QueryConfig);
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result));
    void client.query(query as unknown as pg.QueryConfig, done as never);
  });
}

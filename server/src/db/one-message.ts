import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

/** What is used of a connection of `pg` beneath its queries. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  close(message: { type: 'S'; name: string }): void;
  parse(message: { name: string; text: string; types: number[] }): void;
  bind(message: { portal: string; statement: string; values: unknown[] }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: { portal: string; rows: number }): void;
  sync(): void;
}

export interface Statement {
  /** By which PostgreSQL keeps it once it has read it; without one it reads it each time. */
  name?: string | undefined;
  text: string;
  values: readonly unknown[];
}

const enter = (tenantId: string): Statement => ({
  name: 'enter_tenant',
  text: `select set_config('app.tenant_id', $1, true)`,
  values: [tenantId],
});
const BEGIN: Statement = { name: 'begin_transaction', text: 'begin', values: [] };

/** Declares the tenant for the message alone, in which nothing can be written. */
export const reading = (tenantId: string): Statement => ({
  name: 'enter_tenant_reading',
  text: `select set_config('app.tenant_id', $1, true), set_config('transaction_read_only', 'on', true)`,
  values: [tenantId],
});

/** The named statements that a connection knows. */
const introduced = new WeakMap<Wire, Set<string>>();

/** The methods that `pg` calls of a query; its types leave some of them out. */
const Query = pg.Query as unknown as new (
  statement: pg.QueryConfig,
) => {
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
};

/**
 * Statements with others before them. All go out before one "sync", and until that PostgreSQL keeps them in one
 * transaction (its manual, "Pipelining" under "Extended Query"): so a setting holds for these statements and for no
 * others, unless the first of them begins a transaction. `pg` answers a result for each of those behind the first.
 */
class Message extends Query {
  readonly #first: readonly Statement[];
  readonly #statements: readonly Statement[];
  /** Of the first, those that have not ended. */
  #open: number;

  constructor(first: readonly Statement[], statements: readonly Statement[]) {
    super({ text: '' });
    // A value that cannot be sent throws here, before anything is.
    this.#first = first.map(onWire);
    this.#statements = statements.map(onWire);
    this.#open = first.length;
  }

  submit(wire: Wire): null {
    wire.stream.cork();
    try {
      for (const first of this.#first) send(wire, first, false);
      for (const statement of this.#statements) send(wire, statement, true);
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
    return null;
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
    for (const { name } of [...this.#first, ...this.#statements]) if (name) introduced.get(wire)?.delete(name);
    super.handleError(error, wire);
  }
}

const onWire = (statement: Statement): Statement => ({
  ...statement,
  values: statement.values.map((one) => prepareValue(one)),
});

function send(wire: Wire, { name, text, values }: Statement, isAnswered: boolean): void {
  const known = introduced.get(wire) ?? new Set();
  introduced.set(wire, known);
  if (!name) wire.parse({ name: '', text, types: [] });
  else if (!known.has(name)) {
    // It may be known after all, from before a failure; closing what is not there is no error.
    wire.close({ type: 'S', name });
    wire.parse({ name, text, types: [] });
    known.add(name);
  }
  wire.bind({ portal: '', statement: name ?? '', values: [...values] });
  if (isAnswered) wire.describe({ type: 'P', name: '' });
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
  const message = new Message([enter(tenantId)], [statement]);
  const answer = await pool.query(message as unknown as pg.QueryConfig);
  return (answer as pg.QueryResult<Row>).rows;
}

/**
 * Runs several in one message, each behind the wall that stands before it: of tenants, and of what belongs to none. Gives
 * the rows of each.
 */
export async function queryInTenants<Rows extends readonly pg.QueryResultRow[]>(
  pool: pg.Pool,
  questions: readonly { tenantId: string; statements: readonly Statement[] }[],
): Promise<{ [At in keyof Rows]: Rows[At][] }> {
  const [first, ...more] = questions.map(({ tenantId, statements }) => [enter(tenantId), ...statements]);
  const [begin, ...statements] = [...(first ?? []), ...more.flat()] as [Statement, ...Statement[]];
  const message = new Message([begin], statements);
  const answers = [
    (await pool.query(message as unknown as pg.QueryConfig)) as pg.QueryResult | pg.QueryResult[],
  ].flat();
  return answers.filter((_, at) => statements[at]?.name !== begin.name).map(({ rows }) => rows) as never;
}

/** What begins a transaction of the tenant. */
export const beginning = (tenantId: string): Statement[] => [BEGIN, enter(tenantId)];

/**
 * Runs statements in one message, with others before them whose answers nobody waits for, on a connection of one's own.
 * Answers a result for each; throws what any of them throws.
 */
export function queryTogether(
  client: pg.PoolClient,
  first: readonly Statement[],
  statements: readonly Statement[],
): Promise<pg.QueryResult[]> {
  const message = new Message(first, statements);
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, results: pg.QueryResult | pg.QueryResult[]) =>
      error ? reject(error) : resolve([results].flat());
    void client.query(message as unknown as pg.QueryConfig, done as never);
  });
}

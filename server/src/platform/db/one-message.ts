import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

export interface Statement {
  /** Name of the prepared statement; it belongs to exactly this text. Without a name the text is parsed every time. */
  name?: string | undefined;
  text: string;
  values: readonly unknown[];
}

/** The parts of a `pg` connection used below its queries. */
interface Wire {
  parsedStatements: Record<string, string | undefined>;
  submittedNamedStatements: Record<string, string | undefined>;
  stream: { cork(): void; uncork(): void };
  sync(): void;
}

/** Methods that `pg` calls on a query; its types omit most of them. */
interface Step {
  name: string | undefined;
  text: string;
  callback(error: Error | null, results?: pg.QueryResult[]): void;
  _results: pg.QueryResult;
  /** Set when a row could not be parsed. */
  _canceledDueToError: Error | false;
  prepare(wire: Wire): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleReadyForQuery(wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
}
const Query = pg.Query as unknown as new (statement: pg.QueryConfig) => Step;

/**
 * Several statements in one message before one "sync": PostgreSQL runs them in one transaction until then (its manual,
 * "Pipelining" under "Extended Query"), unless one of them begins another. `pg` delivers one result per statement.
 */
export class Message extends Query {
  readonly statements: readonly Statement[];
  readonly #steps: Step[];
  #at = 0;

  constructor(statements: readonly Statement[]) {
    super({ text: '' });
    this.statements = statements;
    // Throws on a value that cannot be sent, before anything is sent.
    this.#steps = statements.map(
      ({ values, ...rest }) => new Query({ ...rest, values: values.map((one) => prepareValue(one)) }),
    );
    this.#reach(0);
  }

  /** `pg` tracks the statements prepared on a connection by the name of the query it is answering. */
  #reach(at: number): void {
    this.#at = at;
    this.name = this.#steps[at]?.name;
    this.text = this.#steps[at]?.text ?? '';
  }

  /** Why the connection cannot take the message: it has another text prepared under one of the names. */
  refusal(wire: Wire): Error | null {
    for (const { name, text } of this.#steps) {
      const known = name && (wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]);
      if (known && known !== text) return new Error(`The name ${name} stands for another statement`);
    }
    return null;
  }

  submit(wire: Wire): Error | null {
    const refusal = this.refusal(wire);
    if (refusal) return refusal;
    const held: Wire = Object.create(wire, { sync: { value: () => {} } });
    wire.stream.cork();
    try {
      for (const step of this.#steps) step.prepare(held);
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
    return null;
  }

  override handleRowDescription(message: unknown): void {
    this.#steps[this.#at]?.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    this.#steps[this.#at]?.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    this.#steps[this.#at]?.handleCommandComplete(message, wire);
    this.#reach(this.#at + 1);
  }

  override handleReadyForQuery(): void {
    const [unread] = this.#steps.flatMap(({ _canceledDueToError }) => _canceledDueToError || []);
    if (unread) this.callback(unread);
    else
      this.callback(
        null,
        this.#steps.map(({ _results }) => _results),
      );
  }

  /** PostgreSQL skipped everything after the failure. */
  override handleError(error: Error, wire: Wire): void {
    for (const { name } of this.#steps.slice(this.#at)) if (name) delete wire.submittedNamedStatements[name];
    super.handleError(error, wire);
  }
}

const enter = (tenantId: string): Statement => ({
  name: 'enter_tenant',
  text: `select set_config('app.tenant_id', $1, true)`,
  values: [tenantId],
});

/** Statements that begin a transaction of the tenant. */
export const beginning = (tenantId: string): Statement[] => [
  { name: 'begin_transaction', text: 'begin', values: [] },
  enter(tenantId),
];

/** Sets the tenant for this message only, read-only. */
export const reading = (tenantId: string): Statement[] => [
  {
    name: 'enter_tenant_reading',
    text: `select set_config('app.tenant_id', $1, true), set_config('transaction_read_only', 'on', true)`,
    values: [tenantId],
  },
];

/**
 * Sends a message on a checked-out connection. If it cannot be sent, nothing is, and this throws synchronously, so that
 * nothing that depends on it is sent after it.
 */
export function sendOn(client: pg.PoolClient, message: Message): Promise<pg.QueryResult[]> {
  const refusal = message.refusal((client as unknown as { connection: Wire }).connection);
  if (refusal) throw refusal;
  return answerOf(client, message);
}

/** Resolves with one result per statement; rejects with the first error of any of them. */
async function answerOf(to: pg.Pool | pg.PoolClient, message: Message): Promise<pg.QueryResult[]> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, results: pg.QueryResult[]) => (error ? reject(error) : resolve(results));
    const query = to.query as (message: Message, values: undefined, done: unknown) => void;
    query.call(to, message, undefined, done);
  });
}

/**
 * Runs one prepared statement under a tenant's row-level security in a single round trip: for the dozen hottest queries
 * that need no transaction (`inTenant` takes at least two). Returns the rows.
 */
export async function queryInTenant<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  tenantId: string,
  statement: Statement,
): Promise<Row[]> {
  const [, answer] = await answerOf(pool, new Message([enter(tenantId), statement]));
  return answer?.rows ?? [];
}

/** Runs several statements in one message, each under the tenant set before it, or none. Returns the rows of each. */
export async function queryInTenants<Rows extends readonly pg.QueryResultRow[]>(
  pool: pg.Pool,
  questions: readonly { tenantId: string; statements: readonly Statement[] }[],
): Promise<{ [At in keyof Rows]: Rows[At][] }> {
  const walled = questions.map(({ tenantId, statements }) => [enter(tenantId), ...statements]);
  const answers = await answerOf(pool, new Message(walled.flat()));
  const isAsked = walled.flatMap((statements) => statements.map((_, at) => at > 0));
  return answers.filter((_, at) => isAsked[at]).map(({ rows }) => rows) as never;
}

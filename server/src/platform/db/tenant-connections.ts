import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { beginning, Message, reading, type Statement, sendOn } from './one-message.ts';

/** A compiled Kysely query, optionally with a statement name (`ask.ts`). */
export interface NamedQuery<Row = unknown> extends CompiledQuery<Row> {
  name?: string | undefined;
}

/**
 * SQLSTATEs after which a connection is unusable: a table changed under its prepared statements, they are gone, or
 * PostgreSQL is about to close it. By code, since the messages depend on its language.
 */
const UNFIT = new Set(['0A000', '26000', '57P01', '57P02', '57P03', '57P05', '25P03', '25P04']);

const changesRows = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

const toStatement = ({ name, sql, parameters }: NamedQuery): Statement => ({ name, text: sql, values: parameters });

function toResult({ command, rowCount, rows }: pg.QueryResult): QueryResult<never> {
  return { rows: rows as never[], ...(changesRows.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) };
}

/**
 * A Kysely connection: one of the pool for the duration of a tenant's unit of work. Statements are sent immediately
 * (`pipeline` of pg), either in one transaction, begun in the same message as the first of them, or read-only, each in
 * a message of its own.
 */
export class TenantConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #tenantId: string;
  readonly #mode: 'writing' | 'reading';
  readonly #sent: Promise<unknown>[] = [];
  #isBegun = false;
  /** Set once the connection is back in the pool: work that continues after a failure must not use it. */
  #isEnded = false;
  #isBroken = false;
  /** Error of a statement that nobody awaited. */
  #failure: { error: unknown } | null = null;

  constructor(client: pg.PoolClient, tenantId: string, mode: 'writing' | 'reading') {
    this.#client = client;
    this.#tenantId = tenantId;
    this.#mode = mode;
  }

  async executeQuery<Row>(query: NamedQuery<Row>): Promise<QueryResult<Row>> {
    const [result] = await this.#ask([toStatement(query)]);
    return toResult(result as pg.QueryResult);
  }

  /** Runs several independent queries in one message. Returns the rows of each. */
  async together(queries: readonly NamedQuery[]): Promise<object[][]> {
    return (await this.#ask(queries.map(toStatement))).map(({ rows }) => rows);
  }

  /** Sends a statement without waiting for its result. If it fails, the whole unit of work fails with its error. */
  send(query: NamedQuery): void {
    const answered = this.#ask([toStatement(query)]).catch((error) => {
      this.#failure ??= { error };
    });
    this.#sent.push(answered);
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for it; long answers are read by COPY.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Statements are not streamed');
  }

  /** Ends the work: waits for everything sent and commits. Throws the first error. */
  async commit(): Promise<void> {
    this.#isEnded = true;
    const ended = this.#isBegun ? this.#client.query('commit') : undefined;
    this.#isBegun = false;
    const [committed] = await Promise.all([ended, ...this.#sent]);
    if (this.#failure) throw this.#failure.error;
    if (committed?.command === 'ROLLBACK')
      throw new Error('A statement of the transaction had failed, and nobody said so');
  }

  /** Rolls back. Returns the error that made the work fail: the earliest statement's comes first. */
  async rollback(error: unknown): Promise<unknown> {
    this.#isEnded = true;
    // A broken connection cannot roll back; the pool discards it.
    const ended = this.#isBegun ? this.#client.query('rollback') : undefined;
    await Promise.all([ended, ...this.#sent]).catch(() => {
      this.#isBroken = true;
    });
    return this.#failure ? this.#failure.error : error;
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  /** Throws synchronously if nothing can be sent. */
  #ask(statements: readonly Statement[]): Promise<pg.QueryResult[]> {
    if (this.#isEnded) throw new Error('The transaction has ended');
    const before = this.#before();
    const answer = sendOn(this.#client, new Message([...before, ...statements]));
    this.#isBegun = this.#mode === 'writing';
    return this.#answered(answer, before.length);
  }

  async #answered(answer: Promise<pg.QueryResult[]>, before: number): Promise<pg.QueryResult[]> {
    try {
      return (await answer).slice(before);
    } catch (error) {
      if (UNFIT.has((error as { code?: string }).code ?? '')) this.#isBroken = true;
      // pg's own stack trace ends at its socket; this one leads to the caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  #before(): Statement[] {
    if (this.#mode === 'reading') return reading(this.#tenantId);
    return this.#isBegun ? [] : beginning(this.#tenantId);
  }
}

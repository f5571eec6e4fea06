import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { beginning, Message, reading, type Statement, sendOn } from './one-message.ts';

/** A statement of Kysely, perhaps with a name by which PostgreSQL keeps it (`ask.ts`). */
export interface NamedQuery<Row = unknown> extends CompiledQuery<Row> {
  name?: string | undefined;
}

/**
 * After these a connection is of no use: a table has changed under its prepared statements, or they are gone; or PostgreSQL
 * is about to close it (what that is called depends on its language, so it is told by the codes).
 */
const UNFIT = new Set(['0A000', '26000', '57P01', '57P02', '57P03', '57P05', '25P03', '25P04']);

const changesRows = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

const toStatement = ({ name, sql, parameters }: NamedQuery): Statement => ({ name, text: sql, values: parameters });

function toResult({ command, rowCount, rows }: pg.QueryResult): QueryResult<never> {
  return { rows: rows as never[], ...(changesRows.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) };
}

/**
 * What Kysely calls a connection: one of the pool, for as long as a piece of work of a tenant takes. Statements go out as
 * soon as they are asked (`pipeline` of pg), in one transaction that begins with the first of them, in the same message;
 * or each in a message of its own, in which nothing can be written.
 */
export class TenantConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #tenantId: string;
  readonly #mode: 'writing' | 'reading';
  readonly #sent: Promise<unknown>[] = [];
  #isBegun = false;
  /** From then on the connection belongs to others: work that goes on beside what failed must not reach it. */
  #isEnded = false;
  #isBroken = false;
  /** What a statement that nobody waited for has failed by. */
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

  /** Several in one message, none of which needs the answer to another. Gives the rows of each. */
  async together(queries: readonly NamedQuery[]): Promise<object[][]> {
    return (await this.#ask(queries.map(toStatement))).map(({ rows }) => rows);
  }

  /** Sends a statement and does not wait for its answer. Should it fail, the work as a whole fails by that error. */
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

  /** Ends the work: what was sent has been answered, a transaction is committed. Throws what any of it throws. */
  async commit(): Promise<void> {
    this.#isEnded = true;
    const ended = this.#isBegun ? this.#client.query('commit') : undefined;
    this.#isBegun = false;
    const [committed] = await Promise.all([ended, ...this.#sent]);
    if (this.#failure) throw this.#failure.error;
    if (committed?.command === 'ROLLBACK')
      throw new Error('A statement of the transaction had failed, and nobody said so');
  }

  /** Takes back what was written. Gives the error by which the work has failed: what was sent before comes first. */
  async rollback(error: unknown): Promise<unknown> {
    this.#isEnded = true;
    // A broken connection cannot roll back; the pool throws it away.
    const ended = this.#isBegun ? this.#client.query('rollback') : undefined;
    await Promise.all([ended, ...this.#sent]).catch(() => {
      this.#isBroken = true;
    });
    return this.#failure ? this.#failure.error : error;
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  /** Throws at once where nothing can be sent. */
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
      // pg's own stack ends at its socket: this one leads to whoever asked.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  #before(): Statement[] {
    if (this.#mode === 'reading') return reading(this.#tenantId);
    return this.#isBegun ? [] : beginning(this.#tenantId);
  }
}

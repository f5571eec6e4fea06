import { CompiledQuery, type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { beginning, queryTogether, reading, type Statement } from './one-message.ts';
import { JointCommits } from './joint-commits.ts';
import { isMergeable, mergeInserts } from './merged-inserts.ts';
import type { Tx } from './transaction.ts';

/** What `TenantClient.query` is told in place of a statement: the tenant whose transaction begins. */
const ENTER = 'enter tenant ';

/** Says that a transaction of the tenant begins. Nothing is sent yet. */
export const enterTenant = (tenantId: string) => `${ENTER}${tenantId}`;

/** The same, for one that reads only. */
const READ = 'read tenant ';

/** Says that questions of the tenant begin, each message a transaction by itself in which nothing can be written. */
export const readTenant = (tenantId: string) => `${READ}${tenantId}`;

/** What `TenantClient.query` is told in place of a statement: those in its values go out in one message. */
const TOGETHER = 'together';

/**
 * Asks several questions in one message, none of which needs the answer to another. Gives the rows of each.
 * `prepared` and `behind` in them mean what they always do.
 */
export async function together<Rows extends readonly object[]>(
  tx: Tx,
  ...questions: { [At in keyof Rows]: RawBuilder<Rows[At]> }
): Promise<{ [At in keyof Rows]: Rows[At][] }> {
  const compiled = questions.map((question) => question.compile(tx));
  const { rows } = await tx.executeQuery(CompiledQuery.raw(TOGETHER, compiled));
  return rows as { [At in keyof Rows]: Rows[At][] };
}

/** Ends the text of an insert of one row, or an update by key, that nothing in its transaction waits for. */
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
 * is never heard of; one that only reads has neither beginning nor end. Inserts of one row, and what is marked so, are
 * prepared.
 */
class TenantClient {
  readonly #client: pg.PoolClient;
  readonly #joint: JointCommits;
  #entering: string | null = null;
  #reading: string | null = null;
  #held: Statement[] = [];

  constructor(client: pg.PoolClient, joint: JointCommits) {
    this.#client = client;
    this.#joint = joint;
  }

  async query(text: string, values: readonly unknown[]): Promise<unknown> {
    if (text.startsWith(ENTER)) return this.#begin(text.slice(ENTER.length), null);
    if (text.startsWith(READ)) return this.#begin(null, text.slice(READ.length));
    if (this.#reading !== null) return this.#read(text, values);
    const name = nameOf(text);
    if (name !== undefined && text.endsWith(BEHIND)) {
      this.#held.push({ name, text, values });
      return { ...nothing, command: 'INSERT', rowCount: 1 };
    }
    return this.#send(text, values, name);
  }

  #begin(entering: string | null, reading: string | null): unknown {
    this.#entering = entering;
    this.#reading = reading;
    return nothing;
  }

  async #read(text: string, values: readonly unknown[]): Promise<unknown> {
    if (text !== 'commit' && text !== 'rollback') return this.#ask([reading(this.#reading as string)], text, values);
    this.#reading = null;
    return nothing;
  }

  #send(text: string, values: readonly unknown[], name: string | undefined): unknown {
    const entering = this.#entering;
    const held = text === 'rollback' ? [] : this.#held;
    this.#entering = null;
    this.#held = [];
    const isAlone = entering === null && held.length === 0;
    if (isAlone && name === undefined && text !== TOGETHER) return this.#client.query({ text, values: [...values] });
    const isUnheard = held.length === 0 && (text === 'commit' || text === 'rollback');
    if (isUnheard && entering !== null) return nothing;
    if (entering !== null && text === 'commit' && held.every((one) => isMergeable(one.text))) {
      return this.#joint.commit({ client: this.#client, tenantId: entering, inserts: held });
    }
    const first = mergeInserts(held);
    return this.#ask(entering === null ? first : [...beginning(entering), ...first], text, values);
  }

  async #ask(first: readonly Statement[], text: string, values: readonly unknown[]): Promise<unknown> {
    if (text !== TOGETHER) {
      const [answer] = await queryTogether(this.#client, first, [{ name: nameOf(text), text, values }]);
      return answer;
    }
    const questions = values as readonly CompiledQuery[];
    const statements = questions.map(({ sql: asked, parameters }) => ({
      name: nameOf(asked),
      text: asked,
      values: parameters,
    }));
    const answers = await queryTogether(this.#client, first, statements);
    return { ...nothing, rows: answers.map(({ rows }) => rows) };
  }

  release(error?: boolean): void {
    this.#client.release(error);
  }
}

/** A pool for Kysely, with connections as above. */
export function tenantConnections(pool: pg.Pool): PostgresPool {
  const joint = new JointCommits();
  return {
    connect: async () => new TenantClient(await pool.connect(), joint) as unknown as PostgresPoolClient,
    end: () => pool.end(),
    options: pool.options,
  };
}

/** A row by its key, or several by the keys that were made of values, for what is marked `behind`. */
const UPDATE = /^update "\w+" set .+ where (?:"uuid" = \$\d+|"\w+"\."uuid" = "made"\."uuid") \/\* behind \*\/$/;
const INSERT = /^insert into "\w+" \([^()]*\) values \([^()]*\)(?: \/\* behind \*\/)?$/;
const MOST_NAMES = 200;
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

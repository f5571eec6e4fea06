import type pg from 'pg';
import { beginning, queryTogether, type Statement } from './one-message.ts';

/** A transaction of a tenant that is nothing but inserts of one row each, none of which has been sent. */
export interface Whole {
  client: pg.PoolClient;
  tenantId: string;
  inserts: readonly Statement[];
}

/** Transactions that go together at the most. */
const MOST = 8;
/** So many must wait for another to set out beside so many that are on their way: PostgreSQL is never without work. */
const NEEDED = [1, 3];
/** One that is not back by then waits for something (a user id that another transaction has taken): others go ahead. */
const PATIENCE_MS = 30;

const VALUES = /^(insert into "\w+" \([^()]*\) values )\(([$\d, ]+)\)( \/\* behind \*\/)?$/;

/** Errors after which nothing of the transaction is there: integrity, data, deadlock, rules, raised ones. */
const UNDONE = /^(?:22|23|40|42|44|P0)/;

/** Whether an insert can be one of several rows. */
export const isMergeable = (text: string) => VALUES.test(text);

const merged = new Map<string, string>();

/** The same insert for so many rows. */
function ofRows(text: string, rows: number): string {
  const key = `${rows} ${text}`;
  const known = merged.get(key);
  if (known !== undefined) return known;
  const [, head = '', one = '', tail = ''] = VALUES.exec(text) ?? [];
  const width = one.split(',').length;
  const row = (n: number) => `(${one.replace(/\$(\d+)/g, (_, at: string) => `$${Number(at) + n * width}`)})`;
  const made = `${head}${Array.from({ length: rows }, (_, n) => row(n)).join(', ')}${tail}`;
  merged.set(key, made);
  return made;
}

interface Going {
  whole: Whole;
  settle(done: Promise<unknown>): void;
}

/**
 * Commits transactions of one tenant that only insert, and the same, together: while one is on its way, those that end
 * meanwhile become the next, one message, one statement a table and one commit for all of them. Should it be refused,
 * each of them is tried by itself, so that everyone hears of their own row only.
 */
export class JointCommits {
  readonly #lines = new Map<string, { waiting: Going[]; onTheirWay: number }>();

  /** Resolves when the transaction is committed. Throws what its inserts or the commit throw. */
  commit(whole: Whole): Promise<unknown> {
    const key = `${whole.tenantId} ${whole.inserts.map(({ name }) => name).join(' ')}`;
    return new Promise((settle) => {
      const line = this.#lines.get(key) ?? { waiting: [], onTheirWay: 0 };
      this.#lines.set(key, line);
      line.waiting.push({ whole, settle });
      this.#send(key);
    });
  }

  #send(key: string): void {
    const line = this.#lines.get(key);
    if (!line) return;
    if (line.waiting.length === 0 && line.onTheirWay === 0) this.#lines.delete(key);
    if (line.waiting.length < (NEEDED[line.onTheirWay] ?? Number.POSITIVE_INFINITY)) return;
    const going = line.waiting.splice(0, MOST);
    const wholes = going.map(({ whole }) => whole);
    const sent = wholes.length === 1 ? wholes.map(alone) : together(wholes);
    for (const [n, { settle }] of going.entries()) settle(sent[n] as Promise<unknown>);
    line.onTheirWay += 1;
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      line.onTheirWay -= 1;
      this.#send(key);
    };
    const timer = setTimeout(over, PATIENCE_MS);
    void Promise.allSettled(sent).then(over);
  }
}

const COMMIT: Statement = { text: 'commit', values: [] };

const alone = ({ client, tenantId, inserts }: Whole): Promise<unknown> =>
  queryTogether(client, [...beginning(tenantId), ...inserts], [COMMIT]).then(([answer]) => answer);

/** Sends them over the connection of the first. */
function together(wholes: Whole[]): Promise<unknown>[] {
  const [first] = wholes as [Whole];
  const rows = wholes.length;
  const inserts = first.inserts.map(({ name, text }, at) => ({
    name: `${name}_of_${rows}`,
    text: ofRows(text, rows),
    values: wholes.flatMap(({ inserts: own }) => own[at]?.values ?? []),
  }));
  const all = queryTogether(first.client, [...beginning(first.tenantId), ...inserts], [COMMIT]);
  const outcome = all.then(
    ([answer]) => answer,
    async (error) => {
      // Of a connection that broke nobody knows whether it had committed.
      if (!UNDONE.test(String(error.code))) throw error;
      await first.client.query('rollback');
      return null;
    },
  );
  return wholes.map((whole) => outcome.then((answer) => answer ?? alone(whole)));
}

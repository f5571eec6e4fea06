import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { type ErrorId, fail, isFailure } from '#contract/errors.ts';
import { type LoggedJob, writeJobEnd } from '../events/jobs.ts';
import { unfinishedWork } from '../db/across-tenants.ts';
import type { Tx } from '../db/transaction.ts';
import type { Tools } from '../tools.ts';
import { goesOn, mayPass, over, workInLanes } from './batches.ts';
import type { JobContext, Jobs } from './queue.ts';
import { refuseSuspended } from './suspension.ts';

/** What every row of work has, whatever its table. */
interface WorkRow {
  tenant_id: string;
  status: string;
}

/** Columns and their values; one that is counted on is given as a statement of it. */
type Values = Record<string, unknown>;

/** What a batch leaves behind: its stamp, and what is counted on at the work's row (a number is added). */
export interface Batch {
  stamp?: Values;
  counted?: Record<string, number | RawBuilder<unknown>>;
  /** Only of work without pieces: whether there are more, or others go first. */
  next?: 'more' | 'wait' | 'over';
}

/** What a batch works with. */
export interface Claimed<Row, Piece> {
  tools: Tools;
  tx: Tx;
  /** The connection of the transaction, for work that copies. */
  client: pg.PoolClient | null;
  row: Row;
  piece: Piece;
  now: Date;
  signal: AbortSignal;
}

/** Why work was given up. */
export interface GivenUp {
  errorId: ErrorId;
  field: string | null;
  /** It was refused; otherwise it went wrong. */
  isRefusal: boolean;
}

interface WorkKind<Row extends WorkRow, Piece> {
  /** Its name in the queue and in the log. */
  job: string;
  /** What the job's data call its id. */
  key: string;
  table: string;
  id: string;
  /** When it ended. */
  ended: string;
  /** In which statuses it waits for somebody. */
  waits?: readonly string[];
  /** What is done before there are pieces, while it has this status; gives the row as it is then, null where nothing follows. */
  stage?: { status: string; run(tools: Tools, row: Row, signal: AbortSignal): Promise<Row | null> };
  /**
   * The rows it is done by, each stamped with `done_at`: what is read of one (`p`), and which are ready to be taken.
   * Without, its batches come one after the other, each with the work's own row locked.
   */
  pieces?: { table: string; number: string; columns: RawBuilder<unknown>; ready?: (id: string) => RawBuilder<unknown> };
  /** Pieces at a time in a process: PostgreSQL works on each with a core of its own. */
  lanes?: number;
  /** Its batches use COPY, over the `client` of their transaction. */
  copies?: boolean;
  /** One piece, in the transaction of its stamp. Throws what ends the work as a whole. */
  batch(doing: Claimed<Row, Piece>): Promise<Batch>;
  /** Called after a batch's commit. */
  committed?(tools: Tools): void;
  /** What completes with it, in the transaction that completes it, and so exactly once. */
  completed?(tools: Tools, tx: Tx, row: Row, now: Date): Promise<void>;
  /** What it ends with when it is given up, unless with `error`; null: it has been ended, and logged as far as need be. */
  giveUp?(tx: Tx, row: Row, why: GivenUp, now: Date): Promise<Values | null>;
  /** How the log names it; null while nobody has it done. */
  logged(row: Row): LoggedJob | null;
}

type Work<Row> = ReturnType<typeof defineWork<Row & WorkRow, never>>;

/** Attempts run at a time in a process, of each kind. */
const AT_ONCE = 2;

/**
 * A kind of work on many rows: claimed piece by piece, resumed after a crash, stopped, given up, found again. State is
 * in rows (docs/decisions/0023): each piece is done in one transaction with its stamp, so that whoever goes on does each
 * once; workers that find the same work share its pieces. It ends with the row `completed`, `error` in the log.
 */
export function defineWork<Row extends WorkRow, Piece>(kind: WorkKind<Row, Piece>) {
  const { job, key, pieces } = kind;
  const [table, idColumn] = [sql.table(kind.table), sql.ref(kind.id)];
  const live = ['processing', ...(kind.stage ? [kind.stage.status] : [])];

  const read = async (tx: Tx, id: string, how = sql``): Promise<Row | null> => {
    const { rows } = await sql<Row>`select * from ${table} where ${idColumn} = ${id} ${how}`.execute(tx);
    return rows[0] ?? null;
  };
  /** Locked until the transaction ends, so that a batch, a stop and a decision come one after the other. */
  const hold = (tx: Tx, id: string) => read(tx, id, sql`for update`);

  /** Changes one that has one of these statuses; null: somebody else has decided meanwhile. */
  async function change(tx: Tx, id: string, statuses: readonly string[], values: Values): Promise<Row | null> {
    const { rows } = await sql<Row>`
      update ${table} set ${assigned(values)} where ${idColumn} = ${id} and status = any (${statuses}::text[])
      returning *`.execute(tx);
    return rows[0] ?? null;
  }

  /** Stops it between two batches. Throws `not_found`, `conflict` when it is over. */
  async function stop(tx: Tx, id: string, now: Date): Promise<{ before: string; row: Row }> {
    const held = await hold(tx, id);
    if (!held) throw fail('not_found');
    const row = await change(tx, id, [...live, ...(kind.waits ?? [])], { status: 'canceled', [kind.ended]: now });
    if (!row) throw fail('conflict');
    return { before: held.status, row };
  }

  /** Has it begun or continued when the transaction commits. */
  const wake = (tools: Tools, tx: Tx, tenantId: string, id: string) =>
    tools.jobs.wake(job, { tenantId, [key]: id }, { tx });

  /** A piece that is neither done nor in anybody else's hands, locked until the transaction ends. */
  async function claim(tx: Tx, id: string): Promise<Piece | null> {
    if (!pieces) return (await read(tx, id, sql`and status = 'processing' for update`)) as Piece | null;
    const { rows } = await sql<Piece>`
      select ${pieces.columns} from ${sql.table(pieces.table)} p
      join ${table} w on w.tenant_id = p.tenant_id and w.${idColumn} = p.${idColumn}
      where p.${idColumn} = ${id} and p.done_at is null and w.status = 'processing' ${pieces.ready ? sql`and ${pieces.ready(id)}` : sql``}
      order by p.${sql.ref(pieces.number)} limit 1 for no key update of p skip locked`.execute(tx);
    return rows[0] ?? null;
  }

  /** Stamps a piece and counts it at the work's row. Throws `over`: it was stopped meanwhile. */
  async function stamp(tx: Tx, id: string, piece: Piece, done: Batch, now: Date): Promise<void> {
    if (pieces) {
      const number = (piece as Record<string, unknown>)[pieces.number];
      await sql`
        update ${sql.table(pieces.table)} set ${assigned({ done_at: now, ...done.stamp })}
        where ${idColumn} = ${id} and ${sql.ref(pieces.number)} = ${number}`.execute(tx);
    }
    const counted = Object.entries(done.counted ?? {}).map(([column, by]) => [
      column,
      typeof by === 'number' ? sql`${sql.ref(column)} + ${by}` : by,
    ]);
    if (counted.length > 0 && !(await change(tx, id, ['processing'], Object.fromEntries(counted)))) throw over;
  }

  /** One batch; false: there is none to take. */
  async function doBatch(tools: Tools, row: Row, id: string, signal: AbortSignal): Promise<boolean> {
    const { db } = tools;
    const next = await (kind.copies ? db.copying : db.inTenant)(row.tenant_id, async (tx, client?: pg.PoolClient) => {
      const piece = await claim(tx, id);
      if (!piece) return 'over';
      await refuseSuspended(tx);
      const now = tools.clock();
      const done = await kind.batch({ tools, tx, client: client ?? null, row, piece, now, signal });
      await stamp(tx, id, piece, done, now);
      return done.next ?? 'more';
    });
    kind.committed?.(tools);
    return goesOn(next, signal);
  }

  /** Completes it once every piece is done; false: others have the rest of them in their hands. */
  async function finish(tools: Tools, tx: Tx, id: string, now: Date): Promise<boolean> {
    const isDone = pieces
      ? sql`not exists (select from ${sql.table(pieces.table)} p
          where p.tenant_id = w.tenant_id and p.${idColumn} = w.${idColumn} and p.done_at is null)`
      : sql`true`;
    const { rows } = await sql<Row>`
      update ${table} w set status = 'completed', ${sql.ref(kind.ended)} = ${now}
      where ${idColumn} = ${id} and status = 'processing' and ${isDone} returning *`.execute(tx);
    if (!rows[0]) return (await read(tx, id))?.status !== 'processing';
    await kind.completed?.(tools, tx, rows[0], now);
    await log(tx, rows[0], { status: 'completed', now });
    return true;
  }

  async function log(tx: Tx, row: Row, end: Parameters<typeof writeJobEnd>[2]): Promise<void> {
    const logged = kind.logged(row);
    if (logged) await writeJobEnd(tx, logged, end);
  }

  async function giveUp(tools: Tools, tenantId: string, id: string, error: unknown): Promise<void> {
    tools.log.warn({ err: error, job, id }, 'work was given up');
    const isRefusal = isFailure(error);
    const why: GivenUp = {
      ...(isRefusal
        ? { errorId: error.id, field: error.detail.field ?? null }
        : { errorId: 'unknown_error', field: null }),
      isRefusal,
    };
    await tools.db.inTenant(tenantId, async (tx) => {
      const row = await hold(tx, id);
      if (!row || !live.includes(row.status)) return;
      const now = tools.clock();
      const ended = kind.giveUp ? await kind.giveUp(tx, row, why, now) : { status: 'error', error_id: why.errorId };
      if (!ended) return;
      await change(tx, id, live, { [kind.ended]: now, ...ended });
      await log(tx, row, { status: 'error', errorId: why.errorId, now });
    });
  }

  /**
   * Does what is left of it; throws to be tried again. What others have in their hands it waits for: they may be workers
   * whose job was taken from them, and then nobody else would complete it, or do what they break off.
   */
  async function run(
    tools: Tools,
    { tenantId, id }: { tenantId: string; id: string },
    { signal, attempt }: Pick<JobContext, 'signal' | 'attempt'>,
  ): Promise<void> {
    const { db } = tools;
    const found = await db.inTenant(tenantId, (tx) => read(tx, id));
    if (!found) return;
    try {
      const row = found.status === kind.stage?.status ? await kind.stage.run(tools, found, signal) : found;
      if (row?.status !== 'processing') return;
      while (await workInLanes(kind.lanes ?? 1, signal, () => doBatch(tools, row, id, signal))) {
        if (signal.aborted || (await db.inTenant(tenantId, (tx) => finish(tools, tx, id, tools.clock())))) return;
        await goesOn('wait', signal);
      }
    } catch (error) {
      if (mayPass(error, attempt)) throw error;
      await giveUp(tools, tenantId, id, error);
    }
  }

  /** A page of what there is of it, newest first, behind one of them. */
  async function list(
    tx: Tx,
    { cursor, count }: { cursor?: string | undefined; count: number },
    which: RawBuilder<unknown> = sql`true`,
  ): Promise<{ rows: Row[]; totalResults: number; itemsPerPage: number; next?: string }> {
    const behind = cursor === undefined ? sql`` : sql`and ${idColumn} < ${cursor}`;
    const { rows } = await sql<Row>`
      select * from ${table} where ${which} ${behind} order by ${idColumn} desc limit ${count + 1}`.execute(tx);
    const { rows: counted } = await sql<{ total: number }>`
      select count(*) as total from ${table} where ${which}`.execute(tx);
    const last = rows.length > count && (rows[count - 1] as unknown as Record<string, string>)[kind.id];
    const page = { rows: rows.slice(0, count), totalResults: counted[0]?.total ?? 0, itemsPerPage: count };
    return { ...page, ...(last && { next: last }) };
  }

  const define = (tools: Tools, jobs: Jobs) =>
    jobs.defineJob<Record<string, string> & { tenantId: string }>(job, {
      concurrency: AT_ONCE,
      run: ({ tenantId, [key]: id }, context) => run(tools, { tenantId, id: id as string }, context),
    });

  return { job, key, read, hold, change, stop, wake, run, list, define };
}

const assigned = (values: Values) =>
  sql.join(Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`));

/** Makes kinds of work known to the queue; a worker first wakes what a dead one left. */
export async function startWork(
  tools: Tools,
  jobs: Jobs,
  kinds: readonly Pick<Work<WorkRow>, 'job' | 'key' | 'define'>[],
): Promise<void> {
  for (const { define } of kinds) await define(tools, jobs);
  if (tools.config.PROCESS === 'web') return;
  for (const { tenant_id: tenantId, job, id } of await unfinishedWork(tools.db.pool)) {
    const kind = kinds.find((one) => one.job === job);
    if (kind) await jobs.wake(job, { tenantId, [kind.key]: id });
  }
}

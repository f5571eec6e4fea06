import pg from 'pg';
import type { PoolerOptions } from './connection.ts';

/** The parts of a `pg` connection used below its queries. */
interface Wire {
  readyForQuery: boolean;
  processID: number;
  connection: { stream: { bytesRead: number; bytesWritten: number; isPaused(): boolean; destroy(): void } };
}

/** Byte count of a connection, and since when it has not changed although an answer is due. */
interface Silence {
  bytes: number;
  since: number;
}

/** Together below the 5 s within which a request is answered (standards 13). */
const LOOK_EVERY_MS = 500;
const SILENT_AFTER_MS = 2500;
const ANSWER_WITHIN_MS = 1000;
const READ_WITHIN_MS = 300;
const STEP_MS = 100;

/**
 * Destroys connections of a pool on which no answer will come: a frozen database or connection does not close, and its
 * callers would wait forever. A statement may take its time, so when a connection has been silent for a while, the
 * database is asked over another one whether it is busy. Destroyed are connections whose query it has not started,
 * those it should have ended by now (`statement_timeout`), and all if it does not answer. Their queries fail like those
 * of a lost connection (503), and the pool replaces them.
 */
export function watchPool(pool: pg.Pool): void {
  const wires = new Map<Wire, Silence>();
  pool.on('connect', (client) => wires.set(client as unknown as Wire, { bytes: 0, since: 0 }));
  pool.on('remove', (client) => wires.delete(client as unknown as Wire));
  let looking = false;
  const look = async () => {
    const silent = [...wires].filter(([wire, silence]) => isSilent(wire, silence));
    if (silent.length === 0) return;
    const pids = silent.map(([wire]) => wire.processID);
    const isHung = await findHung(pool, pids);
    // The answer to a statement that has ended just now is on its way.
    await steps(READ_WITHIN_MS / STEP_MS).done;
    for (const [wire, silence] of silent) {
      if (bytesOf(wire) === silence.bytes && isHung(wire.processID)) wire.connection.stream.destroy();
      silence.since = performance.now();
    }
  };
  const timer = setInterval(() => {
    if (pool.ended) clearInterval(timer);
    if (looking) return;
    looking = true;
    void look().finally(() => {
      looking = false;
    });
  }, LOOK_EVERY_MS);
  timer.unref();
}

/** Time in steps: a process that is busy itself reads late what the database has long said, and a step late is one step. */
function steps(count: number): { done: Promise<null>; stop: () => void } {
  let left = count;
  const { promise: done, resolve } = Promise.withResolvers<null>();
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    resolve(null);
  }, STEP_MS);
  return { done, stop: () => clearInterval(timer) };
}

const bytesOf = ({ connection: { stream } }: Wire): number => stream.bytesRead + stream.bytesWritten;

function isSilent(wire: Wire, silence: Silence): boolean {
  const bytes = bytesOf(wire);
  // Idle, or it is this process that is not reading (COPY).
  const isOurs = wire.readyForQuery || wire.connection.stream.isPaused();
  if (isOurs || bytes !== silence.bytes) {
    silence.bytes = bytes;
    silence.since = performance.now();
  }
  return performance.now() - silence.since >= SILENT_AFTER_MS;
}

const HUNG = `select pid from pg_stat_activity where pid = any($1)
  and (state like 'idle%' or state = 'active' and query_start < clock_timestamp() - interval '70 s')`;

/**
 * Asks over a dedicated connection that bypasses a pooler, which would queue it behind the busy ones. A refusal counts
 * as an answer: the database is up.
 */
async function findHung({ options }: pg.Pool, pids: number[]): Promise<(pid: number) => boolean> {
  // pg keeps passwords from being copied with the rest.
  const { password } = options;
  const { past } = options as PoolerOptions;
  const client = new pg.Client({
    ...(past ?? { ...options, password, pipeline: false }),
    application_name: 'portico-watch',
  });
  client.on('error', () => {});
  const asked = client
    .connect()
    .then(() => client.query<{ pid: number }>(HUNG, [pids]))
    .then(
      ({ rows }) => new Set(rows.map(({ pid }) => pid)),
      () => new Set<number>(),
    );
  const late = steps(ANSWER_WITHIN_MS / STEP_MS);
  const hung = await Promise.race([asked, late.done]);
  late.stop();
  (client as unknown as Wire).connection.stream.destroy();
  return (pid) => hung === null || hung.has(pid);
}

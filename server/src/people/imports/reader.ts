import { on } from 'node:events';
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { type ErrorId, fail, isFailure } from '#contract/errors.ts';
import type { Permission } from '#contract/roles.ts';
import { type CsvFile, readCsv } from './read-csv.ts';
import { type Reading, readCells, stageable } from './rows.ts';

/**
 * Reads the rows of a CSV file in a thread, which runs this same file: a small heap of its own, and nobody waits for it.
 * Both ends are here, for each is half of one conversation.
 */

/** What a thread is told at its start. */
interface ReaderTask extends CsvFile {
  reading: Omit<Reading, 'permissions'> & { permissions: Permission[] };
  /** Rows a batch. */
  many: number;
}

type ToThread = { piece: Uint8Array | null } | { taken: true };
type FromThread = { wants: true } | Batch | { ended: true } | { failed: ErrorId };

/** Rows as `stageRows` takes them. */
export interface Batch {
  count: number;
  rows: Uint8Array<ArrayBuffer>;
}

/** Tells our threads from those of others, which load this file too. */
const PURPOSE = 'portico-import-reader';
/** In MB: what is read is soon forgotten, and a large young generation would only be slow to be given back. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };

/** The rows of a CSV file, a few batches ahead of whoever takes them. Throws what `readCsv` throws. */
export async function* readInThread(pieces: AsyncIterator<Buffer>, task: ReaderTask): AsyncGenerator<Batch> {
  const thread = new Worker(new URL(import.meta.url), { workerData: { purpose: PURPOSE, task }, resourceLimits });
  const say = (message: ToThread) => thread.postMessage(message);
  try {
    for await (const [message] of on(thread, 'message', { close: ['exit'] }) as AsyncIterable<[FromThread]>) {
      if ('wants' in message) {
        const { value, done } = await pieces.next();
        say({ piece: done ? null : value });
      } else if ('failed' in message) throw fail(message.failed);
      else if ('ended' in message) return;
      else {
        yield message;
        say({ taken: true });
      }
    }
    throw new Error('the reading thread ended unexpectedly');
  } finally {
    await thread.terminate();
  }
}

/** The thread's end. */
async function runThread(port: MessagePort, task: ReaderTask): Promise<void> {
  const say = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  /** Batches that may be said before one of them was taken. */
  let credit = 1;
  let wake: (() => void) | undefined;
  let give: ((piece: Uint8Array | null) => void) | undefined;
  port.on('message', (message: ToThread) => {
    if ('piece' in message) return give?.(message.piece);
    credit += 1;
    wake?.();
  });
  async function* pieces(): AsyncGenerator<Buffer> {
    for (;;) {
      const piece = await new Promise<Uint8Array | null>((resolve) => {
        give = resolve;
        say({ wants: true });
      });
      if (!piece) return;
      yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    }
  }
  try {
    const reading = { ...task.reading, permissions: new Set(task.reading.permissions) };
    for await (const batch of readCsv(pieces(), task, task.many)) {
      while (credit === 0) await new Promise<void>((resolve) => (wake = resolve));
      credit -= 1;
      const rows = stageable(batch.map(({ row, cells }) => readCells(row, cells, reading)));
      say({ count: batch.length, rows }, [rows.buffer]);
    }
    say({ ended: true });
  } catch (error) {
    if (!isFailure(error)) throw error;
    say({ failed: error.id });
  }
  port.close();
}

const started = workerData as { purpose?: string; task: ReaderTask } | null;
if (parentPort && started?.purpose === PURPOSE) await runThread(parentPort, started.task);

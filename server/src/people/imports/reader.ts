import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type ErrorId, fail } from '#contract/errors.ts';
import type { Permission } from '#contract/roles.ts';
import type { CsvFile } from './read-csv.ts';
import type { Reading } from './rows.ts';

/** What a reading thread is told at its start. */
export interface ReaderTask extends CsvFile {
  reading: Omit<Reading, 'permissions'> & { permissions: Permission[] };
  /** Rows a batch. */
  many: number;
}

export type ToReader = { piece: Uint8Array | null } | { taken: true };
export type FromReader = { wants: true } | Batch | { ended: true } | { failed: ErrorId };

/** Rows as `stageRows` takes them. */
export interface Batch {
  count: number;
  rows: Uint8Array<ArrayBuffer>;
}

const worker = new URL('./read-worker.ts', import.meta.url);
/** In MB: what is read is soon forgotten, and a large young generation would only be slow to be given back. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };

/**
 * Reads the rows of a CSV file in a thread of their own, a few batches ahead of whoever takes them. Throws what `readCsv`
 * throws.
 */
export async function* readInThread(pieces: AsyncIterator<Buffer>, task: ReaderTask): AsyncGenerator<Batch> {
  const thread = new Worker(worker, { workerData: task, resourceLimits });
  const say = (message: ToReader) => thread.postMessage(message);
  try {
    for await (const [message] of on(thread, 'message', { close: ['exit'] }) as AsyncIterable<[FromReader]>) {
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

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { isFailure } from '#contract/errors.ts';
import { readCsv } from './read-csv.ts';
import type { FromReader, ReaderTask, ToReader } from './reader.ts';
import { readCells, stageable } from './rows.ts';

/** A thread that reads the rows of a CSV file (`reader.ts` starts it): a small heap of its own, and nobody waits for it. */

const port = parentPort as MessagePort;
const task = workerData as ReaderTask;
const say = (message: FromReader, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

/** Batches that may be said before one of them was taken. */
let credit = 1;
let wake: (() => void) | undefined;
let give: ((piece: Uint8Array | null) => void) | undefined;
port.on('message', (message: ToReader) => {
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

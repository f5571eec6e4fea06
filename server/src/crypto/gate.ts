export type Gate = <T>(work: () => Promise<T>, from?: string) => Promise<T>;

interface Waiter {
  enter(): void;
  refuse(error: Error): void;
}

/**
 * Lets `concurrency` pieces of work run at a time; up to `maxQueue` wait. Those who wait take turns by where they come
 * from (`from`), in order of arrival each: whoever sends hundreds at once waits for them, and nobody else does. With the
 * queue full the call rejects with what `whenFull` makes, at once and without having started anything; but rather than
 * somebody new, the last of whoever has most waiting is turned away.
 */
export function createGate(limits: { concurrency: number; maxQueue: number; whenFull: () => Error }): Gate {
  /** By origin, in the order of their turns. */
  const queues = new Map<string, Waiter[]>();
  let waiting = 0;
  let running = 0;

  const leave = () => {
    const [turn] = queues;
    if (!turn) {
      running -= 1;
      return;
    }
    const [from, queue] = turn;
    const next = queue.shift();
    waiting -= 1;
    queues.delete(from);
    if (queue.length > 0) queues.set(from, queue);
    // The place is handed over, not given back: nobody can slip in between.
    next?.enter();
  };

  /** Makes room by turning away the last of the longest queue; false when no other is clearly longer than `own`. */
  const makeRoom = (own: number): boolean => {
    let longest: Waiter[] = [];
    for (const queue of queues.values()) if (queue.length > longest.length) longest = queue;
    if (longest.length < own + 2) return false;
    longest.pop()?.refuse(limits.whenFull());
    waiting -= 1;
    return true;
  };

  const queueUp = (from: string): Promise<void> => {
    const queue = queues.get(from) ?? [];
    if (waiting >= limits.maxQueue && !makeRoom(queue.length)) throw limits.whenFull();
    queues.set(from, queue);
    waiting += 1;
    return new Promise((enter, refuse) => queue.push({ enter, refuse }));
  };

  return async (work, from = '') => {
    if (running < limits.concurrency) running += 1;
    else await queueUp(from);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

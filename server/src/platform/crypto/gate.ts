export type Gate = <T>(work: () => Promise<T>, from?: string) => Promise<T>;

interface Waiter {
  enter(): void;
  refuse(error: Error): void;
}

/**
 * Runs at most `concurrency` tasks at a time and queues up to `maxQueue`. The queue is fair between origins (`from`):
 * each origin's tasks run in order of arrival, and origins take turns, so that one sending hundreds delays only itself.
 * When the queue is full, the call rejects at once with `whenFull()`, unless another origin has at least two tasks more
 * queued: then the last task of the longest queue is rejected in its place.
 */
export function createGate(limits: { concurrency: number; maxQueue: number; whenFull: () => Error }): Gate {
  /** By origin, in the order in which origins are served. */
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
    // The slot passes to the next task directly, so that a new call cannot take it in between.
    next?.enter();
  };

  /**
   * Makes room by rejecting the last task of the longest queue; false if no other queue is clearly longer than `own`.
   */
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

import { type Connection, openConnection } from './connection.ts';
import type { FederatedJob } from './jobs.ts';

/** Repeats `step` on all connections while `goOn` returns true. Returns how often and how long it took. */
export async function keepBusy(
  { port, connections: lanes, network }: Pick<FederatedJob, 'port' | 'connections' | 'network'>,
  goOn: () => boolean,
  step: (connection: Connection, lane: number) => Promise<void>,
) {
  const from = (lane: number) => (network === undefined ? undefined : `127.0.${network}.${lane + 1}`);
  const connections = await Promise.all(Array.from({ length: lanes }, (_, lane) => openConnection(port, from(lane))));
  let count = 0;
  const start = performance.now();
  try {
    await Promise.all(
      connections.map(async (connection, lane) => {
        while (goOn()) {
          await step(connection, lane);
          count += 1;
        }
      }),
    );
    return { count, seconds: (performance.now() - start) / 1000 };
  } finally {
    for (const connection of connections) connection.close();
  }
}

export function whileTime(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() < end;
}

import pg from 'pg';
import type { ConnectionOptions } from '#server/platform/db/connection.ts';

/** One row by key, prepared, over eight connections: the database and its driver alone. */
interface Question {
  connection: ConnectionOptions;
  text: string;
  values: string[][];
  seconds: number;
}

async function run({ connection, text, values, seconds }: Question): Promise<{ count: number; seconds: number }> {
  const clients = Array.from({ length: 8 }, () => new pg.Client(connection));
  await Promise.all(clients.map((client) => client.connect()));
  let count = 0;
  const start = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - start < seconds * 1000) {
        const { rowCount } = await client.query({ name: 'one', text, values: values[count % values.length] });
        if (rowCount !== 1) throw new Error('the row is not there');
        count += 1;
      }
    }),
  );
  const took = (performance.now() - start) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return { count, seconds: took };
}

process.on('message', (question: Question) => {
  run(question).then(
    (result) => process.send?.({ result }),
    (error) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());

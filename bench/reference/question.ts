import Fastify from 'fastify';
import pg from 'pg';
import type { ConnectionOptions } from '#server/platform/db/connection.ts';

/**
 * A Fastify that answers each call with one row by key, or with all rows of a prepared query: the least that a call can
 * cost.
 */
interface Question {
  connection: ConnectionOptions;
  text: string;
  values: string[][];
  all?: boolean;
}

process.once('message', ({ connection, text, values, all }: Question) => {
  const pool = new pg.Pool({ ...connection, max: 8 });
  const app = Fastify();
  let turn = 0;
  app.get('/one', async () => {
    turn += 1;
    const { rows } = await pool.query({ name: 'one', text, values: values[turn % values.length] });
    return all ? rows : rows[0];
  });
  app.listen({ port: 0, host: '127.0.0.1' }).then(
    (address) => process.send?.({ result: { port: Number(new URL(address).port) } }),
    (error) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());

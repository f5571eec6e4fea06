import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Bench, CONNECTIONS, median } from '../measure.ts';
import { startHelper } from '../processes.ts';
import type { Yardstick } from '../report.ts';

type Result = { count: number; seconds: number };

/** Answers per second of Fastify with one prepared query, on the machine where the bars were set. */
const QUESTIONS_THERE = 19_000;

const keys = ({ seed }: Bench) => seed.uuids.slice(0, 1000).map((uuid) => [seed.tenantId, uuid]);

/** The speed of this machine, to compare figures of different machines. */
export async function measureYardstick(bench: Bench): Promise<Yardstick> {
  const { portico, load, seconds } = bench;
  const argon2 = startHelper<{ seconds: number }, Result>('reference/argon2.ts');
  const bare = startHelper<{ bytes: string }, { port: number }>('reference/bare-fastify.ts');
  const select = startHelper<object, Result>('reference/select.ts');
  const { port } = await bare.ask({ bytes: '{"status":"ok"}' });
  const requests = [{ method: 'GET', path: '/bytes', headers: {} }];
  const text = 'select uuid, user_id from users where tenant_id = $1 and uuid = $2';
  const question = { connection: portico.owner, text, values: keys(bench), seconds };
  const yardstick = {
    fastify: await middle(() => load.ask({ kind: 'repeat', port, connections: CONNECTIONS, requests, seconds })),
    question: await measureQuestion(bench),
    argon2: await middle(() => argon2.ask({ seconds })),
    select: await middle(() => select.ask(question)),
  };
  for (const helper of [argon2, bare, select]) await helper.stop();
  return yardstick;
}

/** Waits until the database has cleaned up after earlier rows, which would make the machine seem slow. */
async function untilSwept({ portico }: Bench): Promise<void> {
  const database = new pg.Client(portico.owner);
  await database.connect();
  const text = `select count(*) as working from pg_stat_activity where backend_type = 'autovacuum worker'`;
  for (let tries = 0; tries < 180 && (await database.query(text)).rows[0].working > 0; tries += 1) await sleep(1000);
  await database.end();
}

/** Answers per second of Fastify with one prepared query: the best value, because a disturbed one would flatter us. */
async function measureQuestion(bench: Bench): Promise<number> {
  const { portico, load, seconds } = bench;
  const floor = startHelper<object, { port: number }>('reference/question.ts');
  const text = 'select uuid, user_id, family_name, given_name, status from users where tenant_id = $1 and uuid = $2';
  const { port } = await floor.ask({ connection: portico.owner, text, values: keys(bench) });
  const requests = [{ method: 'GET', path: '/one', headers: {} }];
  await untilSwept(bench);
  let best = 0;
  for (let run = 0; run < 6; run += 1) {
    const { count, seconds: took } = await load.ask({
      kind: 'repeat',
      port,
      connections: CONNECTIONS,
      requests,
      seconds,
    });
    best = Math.max(best, count / took);
  }
  await floor.stop();
  return best;
}

/** The current speed of this machine, relative to the one where the bars were set: 0.5 is half as fast. */
export const measureSpeed = async (bench: Bench): Promise<number> => (await measureQuestion(bench)) / QUESTIONS_THERE;

/** Runs once to warm up, then returns the median of three. */
async function middle(run: () => Promise<Result>): Promise<number> {
  await run();
  const results = [await run(), await run(), await run()];
  return median(results.map(({ count, seconds }) => count / seconds));
}

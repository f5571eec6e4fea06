import { type Bench, CONNECTIONS, median } from '../measure.ts';
import { startHelper } from '../processes.ts';
import type { Yardstick } from '../report.ts';

type Result = { count: number; seconds: number };

/** What this machine does by itself, to divide figures of different machines by. */
export async function measureYardstick({ portico, seed, load, seconds }: Bench): Promise<Yardstick> {
  const argon2 = startHelper<{ seconds: number }, Result>('reference/argon2.ts');
  const bare = startHelper<{ bytes: string }, { port: number }>('reference/bare-fastify.ts');
  const select = startHelper<object, Result>('reference/select.ts');
  const { port } = await bare.ask({ bytes: '{"status":"ok"}' });
  const requests = [{ method: 'GET', path: '/bytes', headers: {} }];
  const question = {
    connection: portico.owner,
    text: 'select uuid, user_id from users where tenant_id = $1 and uuid = $2',
    values: seed.uuids.slice(0, 1000).map((uuid) => [seed.tenantId, uuid]),
    seconds,
  };
  const yardstick = {
    fastify: await middle(() => load.ask({ kind: 'repeat', port, connections: CONNECTIONS, requests, seconds })),
    argon2: await middle(() => argon2.ask({ seconds })),
    select: await middle(() => select.ask(question)),
  };
  for (const helper of [argon2, bare, select]) await helper.stop();
  return yardstick;
}

/** Once to warm up, then the median of three. */
async function middle(run: () => Promise<Result>): Promise<number> {
  await run();
  const results = [await run(), await run(), await run()];
  return median(results.map(({ count, seconds }) => count / seconds));
}

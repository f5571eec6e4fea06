import Fastify, { type FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import type { Tools } from '../tools.ts';
import { drain, registerDrain } from './drain.ts';

/** The `connection` header of an answer, and of the reply when its handler started. */
async function ask(draining: boolean, handler: (tools: Tools, reply: FastifyReply) => void = () => {}) {
  const tools = { draining } as Tools;
  const app = Fastify();
  registerDrain(app, tools);
  let begun: unknown;
  app.get('/', async (_, reply) => {
    begun = reply.getHeader('connection');
    handler(tools, reply);
    return {};
  });
  const { headers } = await app.inject('/');
  await app.close();
  return [begun, headers.connection];
}

test('a connection stays open but while draining', async () => {
  expect(await ask(false)).toEqual([undefined, 'keep-alive']);
  expect(await ask(true)).toEqual(['close', 'close']);
});

test('a call that was begun before the draining closes its connection too', async () => {
  const beginDraining = (tools: Tools) => {
    tools.draining = true;
  };
  expect(await ask(false, beginDraining)).toEqual([undefined, 'close']);
});

test('draining begins at once, and its end waits for those who go', async () => {
  const tools = { draining: false } as Tools;
  const begun = performance.now();
  const draining = drain(tools);
  expect(tools.draining).toBe(true);
  await draining;
  expect(performance.now() - begun).toBeGreaterThan(900);
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Tools } from '../tools.ts';

/** How long a process that will stop still takes calls, so that nobody is cut off between two of them. */
const DRAIN_MILLIS = 1000;

/**
 * While draining, every answer asks its caller to close the connection, and `/readyz` tells the balancer to look
 * elsewhere: so no connection lies open, about to carry a call, at the moment the process closes it.
 */
export function registerDrain(app: FastifyInstance, tools: Tools): void {
  const askToClose = (reply: FastifyReply) => tools.draining && reply.header('connection', 'close');
  // Before the handler for those who answer by themselves (the OAuth provider), after it for calls begun before.
  app.addHook('onRequest', (_request, reply, done) => {
    askToClose(reply);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    askToClose(reply);
    done();
  });
}

/** Sends callers elsewhere and gives them the time to go. Afterwards the process may close. */
export async function drain(tools: Tools): Promise<void> {
  tools.draining = true;
  await sleep(DRAIN_MILLIS);
}

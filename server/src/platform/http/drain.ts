import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Tools } from '../tools.ts';

/** How long a stopping process keeps accepting calls, so that no client is cut off between two of them. */
const DRAIN_MILLIS = 1000;

/**
 * While draining, every answer asks the client to close the connection, and `/readyz` makes the load balancer look
 * elsewhere, so that no idle connection is about to carry a call when the process closes it.
 */
export function registerDrain(app: FastifyInstance, tools: Tools): void {
  const askToClose = (reply: FastifyReply) => tools.draining && reply.header('connection', 'close');
  // Before the handler for replies that bypass the hooks (the OAuth provider); after it for calls begun earlier.
  app.addHook('onRequest', (_request, reply, done) => {
    askToClose(reply);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    askToClose(reply);
    done();
  });
}

/** Starts draining and waits long enough for clients to leave. Afterwards the process may close. */
export async function drain(tools: Tools): Promise<void> {
  tools.draining = true;
  await sleep(DRAIN_MILLIS);
}

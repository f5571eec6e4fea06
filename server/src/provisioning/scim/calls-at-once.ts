import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { ScimRefusal } from './refusal.ts';

/** A call counts until it is answered or hung up on, and what was begun for it has ended: until then it has a connection. */
interface Call {
  isOpen: boolean;
  isWorking: boolean;
}

/** Counts the calls of each tenant; more than so many at a time are refused. */
export function callsAtOnce(most: number) {
  const under = new Map<string, number>();
  const calls = new WeakMap<FastifyRequest, { call: Call; look(): void }>();
  return {
    count(tenantId: string, request: FastifyRequest, reply: FastifyReply): void {
      // Who hung up meanwhile has closed already: nothing would ever end the call's count.
      if (reply.raw.destroyed) throw new ScimRefusal(400, HUNG_UP);
      const now = under.get(tenantId) ?? 0;
      if (now >= most) throw new ScimRefusal(429, 'Too many calls at once.');
      under.set(tenantId, now + 1);
      const call: Call = { isOpen: true, isWorking: false };
      const look = () => {
        if (call.isOpen || call.isWorking) return;
        const left = (under.get(tenantId) ?? 1) - 1;
        if (left > 0) under.set(tenantId, left);
        else under.delete(tenantId);
      };
      calls.set(request, { call, look });
      reply.raw.once('close', () => {
        call.isOpen = false;
        look();
      });
    },
    /** For the hook `onRoute`: what the route does belongs to the call. */
    following(route: RouteOptions): void {
      const { handler } = route;
      route.handler = async function (request, reply) {
        const counted = calls.get(request);
        if (!counted) return handler.call(this, request, reply);
        // Nothing is begun for who hung up before.
        if (!counted.call.isOpen) throw new ScimRefusal(400, HUNG_UP);
        counted.call.isWorking = true;
        try {
          return await handler.call(this, request, reply);
        } finally {
          counted.call.isWorking = false;
          counted.look();
        }
      };
    },
  };
}

const HUNG_UP = 'The caller hung up.';

import type { FastifyRequest } from 'fastify';
import { fail } from '#contract/errors.ts';
import type { RouteDefinition } from '#contract/route.ts';
import { type Limit, spendTry } from '../authentication/throttle/throttle.ts';
import { clientInfo } from '../http/client-info.ts';
import { type Call, type Given, handle, type Served } from '../http/serve.ts';
import { bearerToken } from '../http/session.ts';
import type { Tools } from '../tools.ts';
import type { Act } from './act.ts';
import { findTokenName } from './operator-tokens/operator-tokens.ts';

/** Wrong tokens an address may send; right ones are never held up by them. */
const wrongTokens = (address: string): Limit => ({ name: 'operatorToken', key: address, most: 30, withinSeconds: 300 });

/**
 * Lets the operator in by an operator token (RFC 6750, header only). Throws `invalid_token` for a missing, wrong,
 * expired or revoked one, and `too_many_requests` once an address has sent too many wrong ones.
 */
export async function authorizeOperator(tools: Tools, request: FastifyRequest): Promise<void> {
  const now = tools.clock();
  const token = bearerToken(request);
  const name = token && (await findTokenName(tools.db, token, now));
  if (!name) {
    if (token) await spendTry(tools.db, [wrongTokens(clientInfo(request).address)], now);
    throw fail('invalid_token');
  }
  request.log.info({ operatorToken: name }, 'operator call');
}

/**
 * Binds an operator route to the function that answers it. The token is checked before the body is read: a stranger
 * does not even learn what a body should hold.
 */
export function handleOperator<const R extends RouteDefinition>(
  route: R,
  work: (call: Call<R>, act: Act) => Promise<Given<R>>,
): Served {
  const served = handle(route, (call) => work(call, actOf(call, route)));
  return {
    route,
    mount: (app, tools) => {
      app.register(async (scope) => {
        scope.addHook('onRequest', (request) => authorizeOperator(tools, request));
        served.mount(scope, tools);
      });
    },
  };
}

function actOf(call: Pick<Call<RouteDefinition>, 'now' | 'client'>, route: RouteDefinition): Act {
  const { address, requestId } = call.client;
  return { now: call.now, action: `${route.method} ${route.path}`, address, requestId };
}

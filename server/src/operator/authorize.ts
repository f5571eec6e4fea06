import type { FastifyRequest } from 'fastify';
import { fail } from '#contract/errors.ts';
import { CREDENTIALS_SCOPE, OPERATOR_SCOPE } from '#contract/operator/tokens.ts';
import type { RouteDefinition } from '#contract/route.ts';
import { type Limit, spendTry } from '../authentication/throttle/throttle.ts';
import { clientInfo } from '../http/client-info.ts';
import { noteActor } from '../http/known-actor.ts';
import { type Call, type Given, handle, reportForgotten, type Served } from '../http/serve.ts';
import { bearerToken } from '../http/session.ts';
import type { Tools } from '../tools.ts';
import type { Act } from './act.ts';
import { findOpenToken, type OpenToken } from './operator-tokens/operator-tokens.ts';

/** Wrong tokens a network may send; right ones are never held up by them. */
const wrongTokens = (network: string): Limit => ({ name: 'operatorToken', key: network, most: 30, withinSeconds: 300 });

const tokens = new WeakMap<FastifyRequest, OpenToken>();

/**
 * Lets the operator in by an operator token (RFC 6750, header only). Throws `invalid_token` for a missing, wrong,
 * expired or revoked one, `too_many_requests` once an address has sent too many wrong ones, and `forbidden` where the
 * token has not the scope of the route.
 */
export async function authorizeOperator(
  tools: Tools,
  request: FastifyRequest,
  needs: { credentials?: true } = {},
): Promise<void> {
  const now = tools.clock();
  const token = bearerToken(request);
  const found = token ? await findOpenToken(tools.db, token, now) : null;
  if (!found) {
    if (token) await spendTry(tools.db, [wrongTokens(clientInfo(request).network)], now);
    throw fail('invalid_token');
  }
  noteActor(request, { type: 'operator', id: found.name, tenantId: null });
  request.log.info({ operatorToken: found.name }, 'operator call');
  if (!found.scopes.includes(needs.credentials ? CREDENTIALS_SCOPE : OPERATOR_SCOPE)) throw fail('forbidden');
  tokens.set(request, found);
}

/**
 * Binds an operator route to the function that answers it. The token is checked before the body is read: a stranger
 * does not even learn what a body should hold. An act that changes something, or reads what is personal, and records
 * nothing fails its test, as a user's does.
 */
export function handleOperator<const R extends RouteDefinition>(
  route: R,
  work: (call: Call<R>, act: Act) => Promise<Given<R>>,
): Served {
  const served = handle(route, async (call) => {
    let isSettled = !route.credentials && (route.operation === 'none' || route.operation === 'read');
    const settle = () => {
      isSettled = true;
    };
    const act = { ...actOf(call as unknown as Call<RouteDefinition>, route), settle };
    const answer = await work(call, act);
    if (!isSettled) reportForgotten(call.tools, route);
    return answer;
  });
  return {
    route,
    mount: (app, tools) => {
      app.register(async (scope) => {
        scope.addHook('onRequest', (request) => authorizeOperator(tools, request, route));
        served.mount(scope, tools);
      });
    },
  };
}

function actOf({ now, client, request, query, body }: Call<RouteDefinition>, route: RouteDefinition): Act {
  const { address, requestId, clientRequestId } = client;
  const { name, scopes } = tokens.get(request) as OpenToken;
  const { reason } = (body ?? query ?? {}) as { reason?: string };
  const act = { now, action: `${route.method} ${route.path}`, by: `operator:${name}`, scopes };
  return { ...act, ...(reason !== undefined && { reason }), address, requestId, clientRequestId };
}

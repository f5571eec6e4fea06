import type { FastifyRequest } from 'fastify';
import { findBrowserSession } from '../authentication/oauth-provider/bridge.ts';
import { readSessionCookie } from '../sign-in/sessions/cookie.ts';
import { bearerToken, readCaller } from '../http/session.ts';
import { authorizeOperator } from '../operator/authorize.ts';
import { OPERATOR_TOKEN_PREFIX } from '../operator/operator-tokens/operator-tokens.ts';
import type { Tools } from '../tools.ts';

/**
 * Allows readers of the API description in production mode (ASVS 13.4.5): a browser with an open session, a token of
 * Portico's API, or an operator token. Throws `invalid_token` for others, `too_many_requests` for an address that
 * guesses operator tokens.
 */
export async function requireReader(tools: Tools, request: FastifyRequest): Promise<void> {
  const token = bearerToken(request);
  if (token?.startsWith(OPERATOR_TOKEN_PREFIX)) return void (await authorizeOperator(tools, request));
  if (!token && (await findBrowserSession(tools, readSessionCookie(request)))) return;
  await readCaller(tools, request, tools.clock());
}

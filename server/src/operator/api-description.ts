import type { FastifyRequest } from 'fastify';
import { fail } from '#contract/errors.ts';
import { OPERATOR_SCOPE } from '#contract/principals.ts';
import { findBrowserSession } from '../apps/oauth/bridge.ts';
import { readSessionCookie } from '../sign-in/sessions/cookie.ts';
import { authenticate, bearerToken } from '../platform/http/principal.ts';
import { OPERATOR_TOKEN_PREFIX } from './operator-tokens/operator-tokens.ts';
import type { Tools } from '../platform/tools.ts';

/**
 * Allows readers of the API description in production mode (ASVS 13.4.5): a browser with an open session, a token of
 * Portico's API, or an operator token. Throws `invalid_token` for others, `too_many_requests` for an address that
 * guesses operator tokens.
 */
export async function requireReader(tools: Tools, request: FastifyRequest): Promise<void> {
  const token = bearerToken(request);
  if (!token && (await findBrowserSession(tools, readSessionCookie(request)))) return;
  const kind = token?.startsWith(OPERATOR_TOKEN_PREFIX) ? 'operator' : 'person';
  const able = tools.authenticators.filter(({ type }) => type === kind);
  const { permissions } = await authenticate(able, request, tools.clock());
  if (kind === 'operator' && !permissions.has(OPERATOR_SCOPE)) throw fail('forbidden');
}

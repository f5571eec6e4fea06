import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hashSecret } from '../../platform/crypto/secret.ts';
import { destroyOauthArtifact, findOauthArtifact, revokeOauthGrant } from '../../platform/db/across-tenants.ts';
import type { AccessTokenClaims } from '../../platform/http/known-accounts.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { isOfItsGrant } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { createApiTokenVerifier } from './access-token.ts';
import { allowOrigin, answer, authenticateClient, isRefusal, refuse } from './client-authentication.ts';
import { paths } from './paths.ts';
import type { OauthProvider } from './provider.ts';
import { grantHashOf } from './request-state.ts';

/**
 * Revocation (RFC 7009), implemented here because the library refuses structured access tokens, which ours are.
 * Revoking any token of a family ends the whole family, on every process within a second. Unknown and foreign tokens
 * get the same answer as known ones.
 */
export function registerRevocation(app: FastifyInstance, tools: Tools, oauth: OauthProvider): void {
  const readApiToken = createApiTokenVerifier(tools.config, tools.keyring, tools.clock);
  app.post(paths.revocation, async (request, reply) => {
    const proven = await authenticateClient(tools, oauth, request);
    if (isRefusal(proven)) return refuse(tools, reply, proven);
    const { client, principal } = proven;
    const badRequest = { status: 400, error: 'invalid_request', clientId: client.clientId } as const;
    if (!allowOrigin(request, reply, client)) return refuse(tools, reply, badRequest);
    const token = proven.form.get('token');
    if (!token) return refuse(tools, reply, badRequest);
    // Of a client that acts as itself nothing is kept: its tokens end by themselves, or with what it may.
    const ofApi = token.includes('.') ? await readApiToken(token) : null;
    if (ofApi?.user === null && ofApi.clientId === principal.client)
      return refuse(tools, reply, { ...badRequest, error: 'unsupported_token_type' });
    if (token.includes('.')) await revokeJwt(tools, ofApi?.user ?? (await tools.verifyAccessToken(token)), principal);
    else await revokeOpaque(tools, token, principal);
    return reply.header('cache-control', 'no-store').code(200).send();
  });
  app.options(paths.revocation, async (request, reply) => allowPreflight(request, reply));
}

async function revokeJwt(tools: Tools, claims: AccessTokenClaims | null, caller: Principal): Promise<void> {
  if (!claims?.grantHash || claims.clientId !== caller.client) return;
  // A token that does not match its grant revokes nothing.
  const principal = await tools.principals.find(claims);
  if (principal && isOfItsGrant(claims, principal))
    await revokeOauthGrant(tools.db.pool, Buffer.from(claims.grantHash, 'base64url'));
}

async function revokeOpaque(tools: Tools, token: string, caller: Principal): Promise<void> {
  const idHash = hashSecret(token);
  for (const model of ['RefreshToken', 'AccessToken']) {
    const row = await findOauthArtifact(tools.db.pool, model, idHash);
    if (!row || row.payload.clientId !== caller.client) continue;
    await destroyOauthArtifact(tools.db.pool, model, idHash);
    if (typeof row.payload.grantId === 'string')
      await revokeOauthGrant(tools.db.pool, grantHashOf(row.payload.grantId));
  }
}

/** The client is not known yet; the call itself is refused if its origin does not fit. */
function allowPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { origin } = request.headers;
  if (!origin) return answer(reply.code(400), { error: 'invalid_request' });
  return reply
    .headers({
      vary: 'Origin',
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '3600',
    })
    .code(204)
    .send();
}

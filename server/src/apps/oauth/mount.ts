import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientInfo } from '../../platform/http/client-info.ts';
import { PROVIDER } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { answer } from './client-authentication.ts';
import { registerIntrospection } from './introspection.ts';
import { registerLogout } from './logout.ts';
import { paths } from './paths.ts';
import { oauthKeys } from './keys.ts';
import { type OauthProvider, openProvider } from './provider.ts';
import { noteRefusal } from './refusals.ts';
import { withRequestState } from './request-state.ts';
import { registerRevocation } from './revocation.ts';

/** Reachable endpoints of the library, listed explicitly: others do not exist. */
const endpoints: readonly (readonly ['GET' | 'HEAD' | 'POST' | 'OPTIONS', string])[] = [
  ['GET', paths.authorization],
  ['POST', paths.token],
  ['OPTIONS', paths.token],
  ['GET', paths.userinfo],
  ['POST', paths.userinfo],
  ['OPTIONS', paths.userinfo],
  ['GET', paths.jwks],
  ['HEAD', paths.jwks],
  ['OPTIONS', paths.jwks],
  ['POST', paths.deviceAuthorization],
  ['OPTIONS', paths.deviceAuthorization],
  ['POST', paths.pushedAuthorization],
  ['OPTIONS', paths.pushedAuthorization],
  ['GET', paths.openidDiscovery],
  ['HEAD', paths.openidDiscovery],
  ['OPTIONS', paths.openidDiscovery],
  ['GET', paths.oauthDiscovery],
  ['HEAD', paths.oauthDiscovery],
  ['OPTIONS', paths.oauthDiscovery],
];

const FOLLOW_KEYS_MS = 10_000;
const FORM_LIMIT = 32 * 1024;

/** All endpoints with their methods, so that other methods get 405 (RFC 9110 section 15.5.6) instead of 404. */
const taken: readonly (readonly [url: string, methods: readonly string[]])[] = [
  ...[...Map.groupBy(endpoints, ([, url]) => url)].map(([url, all]) => {
    const methods = all.map(([method]) => method);
    return [url, url === paths.authorization ? [...methods, 'POST'] : methods] as const;
  }),
  [paths.introspection, ['POST']],
  [paths.revocation, ['POST', 'OPTIONS']],
  [paths.endSession, ['GET', 'POST']],
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Mounts the provider on an app. Creates the signing keys at the first start. */
export async function registerOauthProvider(app: FastifyInstance, tools: Tools): Promise<OauthProvider> {
  await tools.keyring.ensure(PROVIDER, oauthKeys);
  const oauth = await openProvider(tools);
  const timer = setInterval(() => {
    oauth.followKeys().catch((error) => tools.log.warn({ err: error }, 'signing keys'));
  }, FOLLOW_KEYS_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  await mountProvider(app, tools, oauth);
  return oauth;
}

async function mountProvider(app: FastifyInstance, tools: Tools, oauth: OauthProvider): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const [url, methods] of taken) {
      const method = METHODS.filter((one) => !methods.includes(one));
      const allow = methods.join(', ');
      scope.route({
        method,
        url,
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          await noteRefusal(tools, request, { errorId: 'method_not_allowed' });
          const error = { error: 'invalid_request', error_description: `use ${allow}` };
          return answer(reply.code(405).header('allow', allow), error);
        },
      });
    }
  });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The library parses bodies itself.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const [method, url] of endpoints) {
      scope.route({ method, url, exposeHeadRoute: false, handler: (request, reply) => passOn(oauth, request, reply) });
    }
  });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    );
    // A cross-site POST carries no cookie; redirected as GET, the browser adds it (OpenID Connect Core section
    // 3.1.2.1).
    scope.post(paths.authorization, async (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      return reply.redirect(`${paths.authorization}?${form}`, 303);
    });
    registerIntrospection(scope, tools, oauth);
    registerRevocation(scope, tools, oauth);
    registerLogout(scope, tools, oauth);
  });
}

/** Passes a request to the library, with the headers of every answer. */
async function passOn(oauth: OauthProvider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  await withRequestState(clientInfo(request), () => oauth.answer(request.raw, reply.raw));
}

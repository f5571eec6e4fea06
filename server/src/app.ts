import fastifyCookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { fail } from '#contract/errors.ts';
import { accountRoutes } from './account/routes.ts';
import { authenticationRoutes } from './authentication/routes.ts';
import { deviceManagementRoutes } from './device-management/routes.ts';
import { registerOauthProvider } from './authentication/oauth-provider/provider.ts';
import { newUuid } from './crypto/uuid.ts';
import { clientRequestId } from './http/client-info.ts';
import { brokenRequestHandler, registerHostCheck } from './http/broken-request.ts';
import { replyError } from './http/error-reply.ts';
import { registerDrain } from './http/drain.ts';
import { registerHealth } from './http/health.ts';
import { registerKnownActors } from './http/known-actor.ts';
import { registerOpenApi } from './http/openapi.ts';
import { createMethodGuide } from './http/other-methods.ts';
import { registerPrincipals } from './http/principal.ts';
import { registerSecurityHeaders, securityHeaders } from './http/security-headers.ts';
import type { Served } from './http/serve.ts';
import { parseStrictJson } from './http/strict-json.ts';
import { trustsProxies } from './http/trusted-proxies.ts';
import { operatorRoutes } from './operator/routes.ts';
import { portalRoutes } from './portal/routes.ts';
import { registerDevOutbox } from './mail/dev-outbox-pages.ts';
import { requireReader } from './site/api-description.ts';
import { registerPages } from './site/pages/register.ts';
import { serviceManagementRoutes } from './service-management/routes.ts';
import { siteRoutes } from './site/routes.ts';
import type { Tools } from './tools.ts';
import { dataPaths } from './config.ts';

/** Every call there is, area by area (spec section 7). Tests walk this table. */
export const allRoutes: Served[] = [
  ...authenticationRoutes,
  ...accountRoutes,
  ...portalRoutes,
  ...siteRoutes,
  ...serviceManagementRoutes,
  ...deviceManagementRoutes,
  ...operatorRoutes,
];

/** Wires the HTTP side of a process. Gives the Fastify instance, not yet listening. */
export async function createApp(tools: Tools): Promise<FastifyInstance> {
  const { config } = tools;
  const app = Fastify({
    loggerInstance: tools.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustsProxies(config.trustedProxies),
    bodyLimit: 100 * 1024,
    // Ours alone: a caller who could choose it would write rows under the id of another's request.
    genReqId: () => newUuid(),
    childLoggerFactory: (logger, bindings, options, request) => {
      const given = clientRequestId(request.headers);
      return logger.child(given === null ? bindings : { ...bindings, clientRequestId: given }, options);
    },
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 30_000,
    forceCloseConnections: 'idle',
    // While closing, what still comes over open connections is answered as ever, and the connection closed.
    return503OnClosing: false,
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...securityHeaders(config), 'x-request-id': request.id });
      replyError(error, request, reply);
    },
    clientErrorHandler: brokenRequestHandler(config, tools.log),
    // Node's own refusal would be a bare one: `registerHostCheck` has the error object.
    http: { requireHostHeader: false },
  });
  app.setErrorHandler(replyError);
  const methodsAt = createMethodGuide(
    tools,
    allRoutes.map(({ route }) => route),
  );
  app.setNotFoundHandler(async (request, reply) => {
    const methods = await methodsAt(request.url);
    // The method may be right and an id one that cannot be: too long to be routed.
    if (methods.length === 0 || methods.includes(request.method)) return replyError(fail('not_found'), request, reply);
    return replyError(fail('method_not_allowed'), request, reply.header('allow', methods.join(', ')));
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => {
    try {
      done(null, (body as Buffer).length === 0 ? undefined : parseStrictJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  registerSecurityHeaders(app, config);
  registerHostCheck(app, config);
  registerKnownActors(app);
  registerPrincipals(app);
  await app.register(fastifyCookie);
  app.addHook('onClose', tools.caches.follow(tools.session, tools.log));
  registerDrain(app, tools);
  registerHealth(app, tools);
  for (const served of allRoutes) served.mount(app, tools);
  await registerOauthProvider(app, tools);
  registerOpenApi(app, allRoutes, config.production ? (request) => requireReader(tools, request) : undefined);
  if (!config.SMTP_URL && !config.production) registerDevOutbox(app, dataPaths(config.dataDir).outbox);
  await registerPages(app, tools);
  return app;
}

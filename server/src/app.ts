import fastifyCookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { fail } from '#contract/errors.ts';
import { appRoutes } from './apps/routes.ts';
import { credentialRoomRoutes } from './credentials/routes.ts';
import { deviceRoomRoutes } from './devices/routes.ts';
import { registerCallback } from './federation/oidc-rp/routes.ts';
import { registerWayBack } from './federation/registering/mount.ts';
import { federationRoutes } from './federation/routes.ts';
import { registerSamlServiceProvider } from './federation/saml-sp/mount.ts';
import { joiningRoutes } from './joining/routes.ts';
import { licenceRoutes } from './licences/routes.ts';
import { logRoomRoutes } from './logs/routes.ts';
import { statusRoutes } from './operator/public-status/routes.ts';
import { operatorRoutes } from './operator/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { provisioningRoutes } from './provisioning/routes.ts';
import { registerScim } from './provisioning/scim/mount.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { siteRoutes } from './site/routes.ts';
import { tenantRoomRoutes } from './tenant/routes.ts';
import { registerOauthProvider } from './apps/oauth/mount.ts';
import { registerSamlIdp } from './apps/saml-idp/mount.ts';
import { newUuid } from './platform/crypto/uuid.ts';
import { clientRequestId } from './platform/http/client-info.ts';
import { brokenRequestHandler, registerHostCheck } from './platform/http/broken-request.ts';
import { replyError } from './platform/http/error-reply.ts';
import { registerDrain } from './platform/http/drain.ts';
import { registerHealth } from './platform/http/health.ts';
import { registerKnownActors } from './platform/http/known-actor.ts';
import { registerOpenApi } from './platform/http/openapi.ts';
import { createMethodGuide } from './platform/http/other-methods.ts';
import { registerPrincipals } from './platform/http/principal.ts';
import { registerSecurityHeaders, securityHeaders } from './platform/http/security-headers.ts';
import type { Served } from './platform/http/serve.ts';
import { parseStrictJson } from './platform/http/strict-json.ts';
import { trustsProxies } from './platform/http/trusted-proxies.ts';
import { registerDevOutbox } from './platform/mail/dev-outbox-pages.ts';
import { requireReader } from './operator/api-description.ts';
import { registerPages } from './site/pages/register.ts';
import type { Tools } from './platform/tools.ts';
import { dataPaths } from './platform/config.ts';

/** All routes, room by room. Tests walk this table. */
export const allRoutes: Served[] = [
  ...signInRoutes,
  ...siteRoutes,
  ...credentialRoomRoutes,
  ...federationRoutes,
  ...provisioningRoutes,
  ...appRoutes,
  ...tenantRoomRoutes,
  ...peopleRoutes,
  ...joiningRoutes,
  ...logRoomRoutes,
  ...licenceRoutes,
  ...deviceRoomRoutes,
  ...operatorRoutes,
  ...statusRoutes,
];

/** Wires the HTTP side of a process. Returns the Fastify instance, not yet listening. */
export async function createApp(tools: Tools): Promise<FastifyInstance> {
  const { config } = tools;
  const app = Fastify({
    loggerInstance: tools.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustsProxies(config.trustedProxies),
    bodyLimit: 100 * 1024,
    // Always generated: a caller who could choose it would write log rows under another request's ID.
    genReqId: () => newUuid(),
    childLoggerFactory: (logger, bindings, options, request) => {
      const given = clientRequestId(request.headers);
      return logger.child(given === null ? bindings : { ...bindings, clientRequestId: given }, options);
    },
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 30_000,
    forceCloseConnections: 'idle',
    // While closing, requests on open connections are still answered normally, with `connection: close`.
    return503OnClosing: false,
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...securityHeaders(config), 'x-request-id': request.id });
      replyError(error, request, reply);
    },
    clientErrorHandler: brokenRequestHandler(config, tools.log),
    // Node's own refusal has no body; `registerHostCheck` answers with the error object.
    http: { requireHostHeader: false },
  });
  app.setErrorHandler(replyError);
  const methodsAt = createMethodGuide(
    tools,
    allRoutes.map(({ route }) => route),
  );
  app.setNotFoundHandler(async (request, reply) => {
    const methods = await methodsAt(request.url);
    // Right method, but an ID too long to be routed: no such object.
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
  registerCallback(app, tools);
  registerWayBack(app, tools);
  await registerOauthProvider(app, tools);
  await registerSamlIdp(app, tools);
  await registerSamlServiceProvider(app, tools);
  await registerScim(app, tools);
  registerOpenApi(app, allRoutes, config.production ? (request) => requireReader(tools, request) : undefined);
  if (!config.SMTP_URL && !config.production) registerDevOutbox(app, dataPaths(config.dataDir).outbox);
  await registerPages(app, tools);
  return app;
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '#contract/errors.ts';
import { isTenantId } from '#contract/rules.ts';
import { clientInfo } from '../../platform/http/client-info.ts';
import { refusalLine } from '../../platform/http/error-reply.ts';
import { spendTry } from '../../platform/limits/throttle.ts';
import type { Tools } from '../../platform/tools.ts';
import { readSessionCookie } from '../../sign-in/sessions/cookie.ts';
import { findBrowserSession } from '../oauth/bridge.ts';
import { paths } from '../oauth/paths.ts';
import { samlKeys, shownCertificates } from './certificates.ts';
import { fromForm, fromQuery, type RawMessage } from '../../platform/saml/message.ts';
import { noteMetadataRead } from '../../platform/saml/own-certificates.ts';
import { writeMetadata } from './metadata.ts';
import { continuePath, samlAddresses, samlPaths } from './paths.ts';
import { sendPosting } from './posting.ts';
import { asRefusedRequest, keepSpRefusal } from './problems.ts';
import { goOn } from './go-on.ts';
import { signOutBySp } from './slo.ts';
import { hasServiceProvider, receiveRequest, startAtPortal } from './sso.ts';

type InTenant = FastifyRequest<{ Params: { tenantId: string; samlSpId?: string } }>;

const FORM_LIMIT = 256 * 1024;
/** Requests of a network within a minute: an office behind one address signs in at once in the morning. */
const MOST_A_MINUTE = 600;

const queryOf = (request: FastifyRequest) => request.url.split('?').slice(1).join('?');

/** Sends a browser on; never kept. */
const redirect = (reply: FastifyReply, to: string) => reply.header('cache-control', 'no-store').redirect(to, 303);

/** Counts what is taken in from a network. Throws `too_many_requests`. */
async function countRequest(tools: Tools, request: FastifyRequest, tenantId: string, now: Date): Promise<void> {
  const key = `${tenantId} ${clientInfo(request).network}`;
  await spendTry(tools.db, [{ name: 'samlRequest', key, most: MOST_A_MINUTE, withinSeconds: 60 }], now);
}

/** A refusal says nothing but that the app has to be set up: the cause is for administrators and the log. */
async function refuse(
  tools: Tools,
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
): Promise<FastifyReply> {
  const error = asRefusedRequest(thrown);
  if (!error) throw thrown;
  const { tenantId } = (request as InTenant).params;
  request.log.info(
    {
      ...refusalLine(request, 'invalid_request'),
      namedTenant: tenantId,
      samlSp: error.samlSpId,
      reason: error.message,
    },
    'request refused',
  );
  await keepSpRefusal(tools, tenantId, error, tools.clock());
  const unknown = error.why === 'unknownSp' || error.why === 'disabled';
  const shown = unknown ? 'app_unknown' : error.why === 'acsUrl' ? 'app_redirect_uri' : 'app_request';
  return redirect(reply, `${paths.error}?${new URLSearchParams({ error: shown, 'request-id': request.id })}`);
}

/** The end of a sign-out at a service provider, in a frame of the sign-out page, which hears that it has loaded. */
const sendNothing = (reply: FastifyReply) =>
  reply
    .header(
      'content-security-policy',
      "default-src 'none'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send('<!doctype html>');

/** What browsers and service providers call of the tenant as SAML identity provider. */
export async function registerSamlIdp(app: FastifyInstance, tools: Tools): Promise<void> {
  const proceed = async (request: InTenant, reply: FastifyReply, id: string) => {
    const { tenantId } = request.params;
    const session = await findBrowserSession(tools, readSessionCookie(request));
    const next = await goOn(tools, tenantId, id, { session, client: clientInfo(request), now: tools.clock() });
    return next.to === 'post' ? sendPosting(request, reply, next) : redirect(reply, pageFor(next, tenantId, id));
  };
  const guarded =
    (work: (request: InTenant, reply: FastifyReply) => Promise<FastifyReply>) =>
    (request: FastifyRequest, reply: FastifyReply) =>
      work(request as InTenant, reply).catch((error) => refuse(tools, request, reply, error));
  const receive = async (request: InTenant, message: RawMessage) => {
    const now = tools.clock();
    await countRequest(tools, request, request.params.tenantId, now);
    return receiveRequest(tools, request.params.tenantId, message, now);
  };

  app.get(samlPaths.metadata, { exposeHeadRoute: true }, async (request, reply) => {
    const { tenantId } = (request as InTenant).params;
    const now = tools.clock();
    // As of the metadata for providers (federation/saml-sp): a read may be noted.
    await spendTry(
      tools.db,
      [{ name: 'samlIdpMetadata', key: clientInfo(request).network, most: 600, withinSeconds: 300 }],
      now,
    );
    const certificates = isTenantId(tenantId) ? await shownCertificates(tools, tenantId) : [];
    const published = certificates.filter(({ key }) => key.state !== 'retired').map((one) => one.certificateDer);
    if (published.length === 0) throw fail('not_found');
    const metadata = writeMetadata({ ...samlAddresses(tools.config.publicUrl, tenantId), certificates: published });
    // An administrator who looks at it is no app that has loaded it.
    if (request.method === 'GET' && !readSessionCookie(request))
      await tools.db.inTenant(tenantId, (tx) => noteMetadataRead(tx, samlKeys, now));
    return reply
      .header('cache-control', 'public, max-age=300')
      .type('application/samlmetadata+xml; charset=utf-8')
      .send(metadata);
  });
  app.get(
    samlPaths.sso,
    { exposeHeadRoute: false },
    guarded(async (request, reply) => {
      const query = queryOf(request);
      if (query === '' && !(await hasServiceProvider(tools, request.params.tenantId)))
        return redirect(reply, '/tenant-saml-idp.html?error=samlSpEmpty');
      return proceed(request, reply, await receive(request, fromQuery(query)));
    }),
  );
  app.get(
    samlPaths.start,
    { exposeHeadRoute: false },
    guarded(async (request, reply) => {
      const { tenantId, samlSpId = '' } = request.params;
      await countRequest(tools, request, tenantId, tools.clock());
      return proceed(request, reply, await startAtPortal(tools, tenantId, samlSpId, tools.clock()));
    }),
  );
  app.get(
    samlPaths.continue,
    { exposeHeadRoute: false },
    guarded((request, reply) => proceed(request, reply, new URLSearchParams(queryOf(request)).get('id') ?? '')),
  );
  const signOut = async (request: InTenant, reply: FastifyReply, message: RawMessage) => {
    const now = tools.clock();
    const { tenantId } = request.params;
    await countRequest(tools, request, tenantId, now);
    const next = await signOutBySp(tools, tenantId, message, now);
    if (next.to === 'post') return sendPosting(request, reply, next);
    return redirect(reply, next.to === 'ask' ? `${paths.logout}?logout=false` : paths.login);
  };
  app.get(
    samlPaths.slo,
    { exposeHeadRoute: false },
    guarded(async (request, reply) =>
      new URLSearchParams(queryOf(request)).has('SAMLResponse')
        ? sendNothing(reply)
        : signOut(request, reply, fromQuery(queryOf(request))),
    ),
  );
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    );
    // A cross-site POST carries no cookie: it is taken in, and the browser comes back by GET.
    scope.post(
      samlPaths.sso,
      guarded(async (request, reply) => {
        const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
        return redirect(reply, continuePath(request.params.tenantId, await receive(request, fromForm(form))));
      }),
    );
    scope.post(
      samlPaths.slo,
      guarded(async (request, reply) => {
        const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
        return form.has('SAMLResponse') ? sendNothing(reply) : signOut(request, reply, fromForm(form));
      }),
    );
  });
}

/** The page on which a user gives what is missing, with the way back. */
function pageFor(next: { to: 'login'; again: boolean } | { to: 'mfa' }, tenantId: string, id: string): string {
  const query = new URLSearchParams({ url: continuePath(tenantId, id) });
  if (next.to === 'mfa') return `${paths.authenticatorSetting}?${query}`;
  if (next.again) query.set('prompt', 'login');
  query.set('tenantId', tenantId);
  return `${paths.login}?${query}`;
}

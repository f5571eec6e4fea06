import { randomBytes } from 'node:crypto';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { besidePortal, isPortalAddress } from '#contract/site/portal-addresses.ts';
import type { CustomScript } from '#contract/site/custom-script.ts';
import type { GuestLook } from '#contract/site/theme.ts';
import type { Tools } from '../../platform/tools.ts';
import { readLinks } from '../links/links.ts';
import { chooseEncoding, encode } from './encode.ts';
import { probableLook } from './guest-look.ts';
import { readerLanguage } from './language.ts';
import { pendingApp } from './pending-app.ts';
import { type PageKind, pagePolicy } from './policy.ts';
import { registerSmallFiles } from './small-files.ts';
import { withScript } from './with-script.ts';
import { createTemplates, distDirectory, type Page, readManifest } from './templates.ts';

/** Paths that are not pages: unknown addresses below them are answered with the error object. */
const machines = /^\/(?:api|\.well-known|saml|assets|dev)(?:\/|$)/;

/** Addresses that only redirect (the last is W3C's "well-known URL for changing passwords"). */
const redirects: Record<string, string> = {
  '/': '/portal/top.html',
  '/portal': '/portal/top.html',
  '/portal/': '/portal/top.html',
  '/.well-known/change-password': '/portal/account/change_password',
};

/** Addresses of pages that the spec names without a path, or that are elsewhere: they redirect, with their query. */
const otherPlaces: Record<string, string> = {
  '/portal/external-connection.html': '/portal/account/external_service_login_coordination',
  '/admin-menu.html': '/portal/admin-menu.html',
  '/tenant-saml-idp.html': '/portal/tenant/saml-idp-settings',
  '/portal/tenant-saml-idp.html': '/portal/tenant/saml-idp-settings',
  ...Object.fromEntries(besidePortal.map((path) => [`/portal${path}`, path])),
};

/** Guest pages with an address other than their name (decisions.md, "Addresses"). */
const otherAddresses: Record<string, readonly string[]> = { authorization: ['/portal/authorization'] };

/**
 * Serves the built web: guest pages under their names of spec section 2 (`/login.html`, `/portal/login.html` …) in the
 * reader's language, the portal page for everything else below /portal/ and /help/, immutable assets, and the 404 page. Serves no
 * pages if the web was not built.
 */
export async function registerPages(app: FastifyInstance, tools: Tools): Promise<void> {
  readLinks(tools.config); // fails at the start if that file has errors
  registerSmallFiles(app, tools.config);
  for (const [from, to] of Object.entries(redirects)) app.get(from, (_, reply) => reply.redirect(to, 302));
  for (const [from, to] of Object.entries(otherPlaces)) {
    app.get(from, (request, reply) => reply.redirect(to + new URL(request.url, 'http://localhost').search, 302));
  }
  const manifest = readManifest();
  if (!manifest) {
    tools.log.warn('web/dist is missing: the pages are not built');
    return;
  }
  await registerAssets(app);
  const page = createTemplates(tools.config);
  const guest = async (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const language = readerLanguage(request);
    const kind = name === 'logout' ? 'logout' : 'guest';
    const [found, look, app] = await Promise.all([
      page(`guest/${name}.${language}.html`, language),
      probableLook(tools, request),
      name === 'login' ? pendingApp(tools, request) : null,
    ]);
    return send(request, reply, { kind, page: found, look, app });
  };
  for (const name of manifest.guestPages) {
    for (const path of [`/${name}.html`, `/portal/${name}.html`, ...(otherAddresses[name] ?? [])]) {
      app.get(path, (request, reply) => guest(name, request, name === '404' ? reply.code(404) : reply));
    }
  }
  const portal = async (request: FastifyRequest, reply: FastifyReply) => {
    const [found, look, script] = await Promise.all([
      page('portal.html', readerLanguage(request)),
      probableLook(tools, request),
      // Never on guest pages, where people type their credentials (docs/decisions/0075).
      tools.customScript(),
    ]);
    return send(request, reply, { kind: 'portal', page: found, look, script });
  };
  for (const path of besidePortal) app.get(path, portal);
  for (const below of ['/portal/*', '/help', '/help/*']) {
    app.get(below, async (request, reply) => {
      const [path = ''] = request.url.split('?');
      // The portal shows "not found" in its own frame.
      if (!isPortalAddress(path, !tools.config.production)) reply.code(404);
      return portal(request, reply);
    });
  }
  app.get('/*', async (request, reply) => {
    if (machines.test(request.url) || !manifest.guestPages.includes('404')) return reply.callNotFound();
    return guest('404', request, reply.code(404));
  });
}

/** Files named after their content: immutable, compressed by the build. */
async function registerAssets(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: `${distDirectory}assets`,
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  });
}

type Answer = {
  kind: PageKind;
  page: Page;
  look: GuestLook | undefined;
  script?: CustomScript | null;
  app?: string | null;
};

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, page, look, script = null, app = null }: Answer,
) {
  const nonce = randomBytes(18).toString('base64url');
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply
    .headers({
      'content-security-policy': pagePolicy(nonce, kind, script?.url),
      'cache-control': 'no-store',
      vary: 'Accept-Encoding, Accept-Language, Cookie',
    })
    .type('text/html; charset=utf-8')
    .send(await encode(withScript(page({ nonce, look, app }), script), encoding));
}

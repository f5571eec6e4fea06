import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '#contract/errors.ts';
import { chooseLanguage, direction } from '#contract/languages.ts';
import { textIn } from '#messages/catalog.ts';
import { isLoopback } from '../http/loopback.ts';
import { findKeptMail, type KeptMail, listKeptMails } from './dev-outbox.ts';
import { escapeHtml } from './html.ts';

/** Nothing runs or loads; only this page may frame the email, without permissions. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const MAIL_POLICY =
  "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'";

type Text = ReturnType<typeof textIn>;

/**
 * Serves the development outbox: `GET /dev/outbox` (list), `/dev/outbox/:id` (one email), `/dev/outbox/:id/html` (its
 * HTML) and `/dev/outbox.json?to=` (for tests). Only for use without SMTP_URL and outside production mode, because it
 * shows everybody's one-time links. Therefore it answers this machine only, under this machine's names: 404 for other
 * connections and for a foreign `Host` (DNS rebinding).
 */
export function registerDevOutbox(server: FastifyInstance, directory: string): void {
  server.register(async (app) => {
    app.addHook('onRequest', (request, _, done) => {
      const { socket, headers } = request.raw;
      done(isLoopback(socket.remoteAddress ?? '') && isLoopback(headers.host ?? '') ? undefined : fail('not_found'));
    });
    serveOutbox(app, directory);
  });
}

function serveOutbox(app: FastifyInstance, directory: string): void {
  app.get('/dev/outbox.json', async (request, reply) => {
    const { to } = request.query as { to?: unknown };
    const mails = await listKeptMails(directory, typeof to === 'string' ? to : undefined);
    return reply.header('cache-control', 'no-store').send(mails);
  });
  app.get('/dev/outbox', async (request, reply) => {
    const mails = await listKeptMails(directory);
    return sendPage(request, reply, (text) => listPage(text, mails));
  });
  app.get('/dev/outbox/:id', async (request, reply) => {
    const mail = await findKeptMail(directory, (request.params as { id: string }).id);
    if (!mail) reply.code(404);
    return sendPage(request, reply, (text) => (mail ? mailPage(text, mail) : missingPage(text)));
  });
  app.get('/dev/outbox/:id/html', async (request, reply) => {
    const mail = await findKeptMail(directory, (request.params as { id: string }).id);
    if (!mail) return reply.code(404).send();
    return sendHtml(reply, MAIL_POLICY, withImage(mail));
  });
}

/** Inlines the attached image. */
function withImage({ html, image }: KeptMail): string {
  return image ? html.replaceAll(`cid:${image.contentId}`, `data:${image.mediaType};base64,${image.content}`) : html;
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: (text: Text) => string) {
  const language = chooseLanguage(request.headers['accept-language']);
  const text = textIn(language);
  const html = `<!doctype html>
<html lang="${language}" dir="${direction(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(text('dev.outbox.title'))}</title><style>${style}</style></head>
<body><main>${page(text)}</main></body></html>`;
  return sendHtml(reply, PAGE_POLICY, html);
}

function sendHtml(reply: FastifyReply, policy: string, html: string) {
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(html);
}

const style =
  'body{font:16px/1.5 system-ui,sans-serif;margin:0}main{max-width:60rem;margin:auto;padding:1rem}' +
  'ul{padding:0;list-style:none}li{padding:.6rem 0;border-top:1px solid GrayText;overflow-wrap:anywhere}' +
  'pre{white-space:pre-wrap;overflow-wrap:anywhere}iframe{width:100%;height:36rem;border:1px solid GrayText;background:Canvas}';

function listPage(text: Text, mails: KeptMail[]): string {
  const items = mails.map(
    (mail) =>
      `<li><a href="/dev/outbox/${mail.mailId}">${escapeHtml(mail.subject)}</a><br>${escapeHtml(mail.recipient)} · ${escapeHtml(mail.tenantId)} · <time>${escapeHtml(mail.at)}</time></li>`,
  );
  const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : `<p>${escapeHtml(text('dev.outbox.empty'))}</p>`;
  return `<h1>${escapeHtml(text('dev.outbox.title'))}</h1><p>${escapeHtml(text('dev.outbox.explanation'))}</p>${list}`;
}

function mailPage(text: Text, mail: KeptMail): string {
  const facts: [string, string][] = [
    [text('dev.outbox.to'), mail.recipient],
    [text('dev.outbox.subject'), mail.subject],
    [text('dev.outbox.tenant'), mail.tenantId],
    [text('dev.outbox.sentAt'), mail.at],
  ];
  const list = facts
    .map(([name, value]) => `<li><strong>${escapeHtml(name)}</strong><br>${escapeHtml(value)}</li>`)
    .join('');
  const html = escapeHtml(text('dev.outbox.html'));
  return `${backLink(text)}<h1>${escapeHtml(mail.subject)}</h1><ul>${list}</ul>${linkList(text, mail)}
<h2>${escapeHtml(text('dev.outbox.text'))}</h2><pre lang="${escapeHtml(mail.locale)}">${escapeHtml(mail.text)}</pre>
<h2>${html}</h2><iframe sandbox title="${html}" src="/dev/outbox/${mail.mailId}/html"></iframe>`;
}

/** Links cannot leave the sandboxed frame, so the page lists them. */
function linkList(text: Text, mail: KeptMail): string {
  const links = [...new Set(mail.text.match(/^https?:\/\/\S+$/gm))].map(escapeHtml);
  if (links.length === 0) return '';
  return `<h2>${escapeHtml(text('dev.outbox.links'))}</h2><ul>${links.map((link) => `<li><a href="${link}">${link}</a></li>`).join('')}</ul>`;
}

function missingPage(text: Text): string {
  return `${backLink(text)}<h1>${escapeHtml(text('dev.outbox.notFound'))}</h1>`;
}

function backLink(text: Text): string {
  return `<p><a href="/dev/outbox">${escapeHtml(text('dev.outbox.back'))}</a></p>`;
}

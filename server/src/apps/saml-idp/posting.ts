import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseLanguage, direction } from '#contract/languages.ts';
import { textIn } from '#messages/catalog.ts';
import { escapeHtml } from '../../platform/mail/html.ts';
import type { Posted } from './go-on.ts';

/**
 * The page that posts an answer to its service provider: by itself, or by its button where scripts are off. The policy
 * lets it post to any site of the scheme: service providers redirect after they have read the answer, and browsers hold
 * those redirects to the policy as well.
 */
export function sendPosting(
  request: FastifyRequest,
  reply: FastifyReply,
  { action, fields, displayName }: Posted,
): FastifyReply {
  const language = chooseLanguage(request.headers['accept-language']);
  const text = textIn(language);
  const nonce = randomBytes(18).toString('base64url');
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const title = escapeHtml(text('samlIdp.goingOn', { name: displayName }));
  const html = `<!doctype html>
<html lang="${language}" dir="${direction(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>${title}</title></head>
<body><main><h1>${title}</h1><form method="post" action="${escapeHtml(action)}">${inputs.join('')}<noscript><button>${escapeHtml(text('samlIdp.goOn'))}</button></noscript></form></main>
<script nonce="${nonce}">document.forms[0].submit()</script></body></html>`;
  const scheme = new URL(action).protocol;
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; img-src data:; script-src 'nonce-${nonce}'; form-action ${scheme === 'http:' ? 'http: https:' : 'https:'}; frame-ancestors 'none'; base-uri 'none'`,
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}

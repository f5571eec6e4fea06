import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseLanguage, direction } from '#contract/languages.ts';
import { textIn } from '#messages/catalog.ts';
import { escapeHtml } from '../../platform/mail/html.ts';

/** A sign-in that a provider began, until the person decides. */
export interface Unasked {
  provider: string;
  /** Whom it names. */
  name: string;
  /** Where it sends them on to, within the trusted origin; null: nowhere. */
  to: string | null;
}

const STYLE = `:root{color-scheme:light dark}body{margin:0;display:grid;min-height:100dvh;place-items:center;font:16px/1.6 system-ui,sans-serif}main{box-sizing:border-box;max-width:28rem;padding:1.5rem}h1{font-size:1.375rem;line-height:1.3;margin:0 0 .75rem}p{margin:0 0 1rem;overflow-wrap:anywhere}nav{display:flex;gap:1rem;align-items:center;margin-top:1.5rem}a{padding:.625rem 1.25rem;border-radius:.5rem;color:LinkText}a.main{background:LinkText;color:Canvas;text-decoration:none}`;

/**
 * Asks whoever a provider sent here unasked whether they want to be signed in: otherwise any site could sign them in to an
 * account of its own. The link completes the sign-in, in this browser alone and once; no script, no frame.
 */
export function sendUnasked(
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, name, to, next, back }: Unasked & { next: string; back: string },
): FastifyReply {
  const language = chooseLanguage(request.headers['accept-language']);
  const text = textIn(language);
  const nonce = randomBytes(18).toString('base64url');
  const written = (...said: Parameters<typeof text>) => escapeHtml(text(...said));
  const title = written('samlConnections.unaskedTitle', { provider });
  const onward = to === null ? '' : `<p>${written('samlConnections.unaskedOnward', { site: new URL(to).origin })}</p>`;
  const html = `<!doctype html>
<html lang="${language}" dir="${direction(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>${title}</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1>${title}</h1><p>${written('samlConnections.unaskedText', { provider, name })}</p>${onward}<nav><a class="main" href="${escapeHtml(next)}">${written('samlConnections.unaskedOk')}</a><a href="${escapeHtml(back)}">${written('common.cancel')}</a></nav></main></body></html>`;
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    )
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(html);
}

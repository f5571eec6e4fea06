import type { FastifyRequest } from 'fastify';
import { chooseLanguage, type Language, matchLanguage, offeredLanguages } from '#contract/languages.ts';

/** The browser remembers the language its user chose. */
const COOKIE = 'portico-language';

/**
 * Offered language for a reader: `ui_locales` in the address (OpenID Connect Core 3.1.2.1: tags, best first), the remembered
 * choice, or the browser's languages.
 */
export function readerLanguage(request: Pick<FastifyRequest, 'query' | 'cookies' | 'headers'>): Language {
  const asked = (request.query as { ui_locales?: unknown } | undefined)?.ui_locales;
  const remembered = request.cookies?.[COOKIE];
  const tags = [...(typeof asked === 'string' ? asked.slice(0, 200).split(' ') : []), remembered?.slice(0, 20) ?? ''];
  for (const tag of tags) {
    const language = matchLanguage(tag);
    if (language && offeredLanguages.includes(language)) return language;
  }
  return chooseLanguage(request.headers['accept-language']);
}

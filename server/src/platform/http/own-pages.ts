import type { FastifyRequest } from 'fastify';
import { fail } from '#contract/errors.ts';
import type { Tools } from '../tools.ts';

/**
 * Refuses a call made by a page of another origin (ASVS 3.5.1): with `SameSite=Lax` alone, a page on a sibling domain
 * could sign a user in to an account of its own, or sign them out. Throws `forbidden`.
 */
export function refuseForeignPage(tools: Tools, { headers, log }: Pick<FastifyRequest, 'headers' | 'log'>): void {
  const asked = {
    origin: headers.origin,
    site: headers['sec-fetch-site'],
    host: headers.host,
    own: tools.config.publicUrl,
  };
  if (isOwnPage(asked)) return;
  log.warn({ origin: asked.origin, site: asked.site }, 'refused a call for a page of another origin');
  throw fail('forbidden');
}

/**
 * Whether a call comes from one of our pages or from no page at all. Browsers send `Origin` with every POST, and no
 * page can change it; command lines and devices send none. `Sec-Fetch-Site` is used if there is no `Origin`. The host
 * the call was sent to is accepted like `PUBLIC_URL`: a page cannot choose it without being of that origin. For the
 * host of `PUBLIC_URL` the scheme must match too: a page loaded without TLS may come from anyone on the network.
 */
export function isOwnPage(asked: {
  origin: string | undefined;
  site: string | string[] | undefined;
  host: string | undefined;
  own: string;
}): boolean {
  const { origin, site, host, own } = asked;
  if (origin === undefined) return site === undefined || site === 'same-origin' || site === 'none';
  if (!URL.canParse(origin)) return false;
  const [page, ours] = [new URL(origin), new URL(own)];
  if (page.origin === ours.origin) return true;
  if (page.hostname === ours.hostname && page.protocol !== ours.protocol) return false;
  return host !== undefined && page.host === host.toLowerCase();
}

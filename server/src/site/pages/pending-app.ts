import type { FastifyRequest } from 'fastify';
import { loadCatalog } from '#messages/catalog.ts';
import type { Language } from '#contract/languages.ts';
import { PORTAL_CLIENT } from '#contract/principals.ts';
import { paths } from '../../apps/oauth/paths.ts';
import { oauthProviderOf } from '../../apps/oauth/provider.ts';
import { readParameters } from '../../apps/oauth/pushed.ts';
import type { Tools } from '../../platform/tools.ts';
import { escapeHtml } from './escape-html.ts';

/**
 * Registered name of the app that the user signs in to, from the authorization request in the sign-in page's address.
 * Null if there is none, for an address not registered for it, and for the portal itself.
 */
export async function pendingApp(tools: Tools, request: Pick<FastifyRequest, 'query'>): Promise<string | null> {
  const { url } = (request.query ?? {}) as { url?: unknown };
  if (typeof url !== 'string' || url.length > 8000 || !url.startsWith(`${paths.authorization}?`)) return null;
  // A missing name must not break the page.
  const sent = new URLSearchParams(url.slice(paths.authorization.length + 1));
  const asked = await readParameters(tools, sent).catch(() => null);
  const clientId = asked?.get('client_id') ?? '';
  const client = await oauthProviderOf(tools)
    .current()
    .Client.find(clientId)
    .catch(() => undefined);
  if (!asked || !client || clientId === PORTAL_CLIENT) return null;
  return client.redirectUriAllowed(asked.get('redirect_uri') ?? '') ? (client.clientName ?? null) : null;
}

/** The line below the title that names the app, equal to what the page renders (web: guest/login/LoginPage.tsx). */
export function appLine(app: string | null, language: Language): string {
  if (app === null) return '';
  const text = loadCatalog(language).texts['login.continueTo'] ?? '';
  return `<p class="g-lead">${escapeHtml(text.replace('{{app}}', () => app))}</p>`;
}

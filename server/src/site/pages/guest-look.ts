import type { FastifyRequest } from 'fastify';
import { isTenantId } from '#contract/rules.ts';
import type { GuestLook } from '#contract/site/theme.ts';
import { accentTokens } from '#contract/theme/accent.ts';
import type { Tools } from '../../platform/tools.ts';
import { guestTheme } from '../theme/theme.ts';
import { escapeHtml } from './escape-html.ts';

/** Set by the page for the tenant of the account used last (web: session/accounts.ts). */
const COOKIE = 'portico-look';
/** A page waits this long for its branding, then uses the product's own. */
const PATIENCE_MILLIS = 300;

/** The tenant whose branding a guest page shows: from the address, otherwise the remembered one. */
export function probableTenant(request: Pick<FastifyRequest, 'query' | 'cookies'>): string | null {
  const asked = (request.query as { tenantId?: unknown } | undefined)?.tenantId;
  const named = typeof asked === 'string' ? asked.slice(0, 100).trim().toLowerCase() : request.cookies?.[COOKIE];
  return named && isTenantId(named) ? named : null;
}

/** Branding of that tenant, the product's own for an unknown one. Undefined if it could not be read in time. */
export async function probableLook(tools: Tools, request: FastifyRequest): Promise<GuestLook | undefined> {
  const tenantId = probableTenant(request);
  if (!tenantId) return undefined;
  let timer: NodeJS.Timeout | undefined;
  const tired = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), PATIENCE_MILLIS);
  });
  const read = guestTheme(tools, tenantId).then(
    (theme) => ({ ...theme, tenantId }),
    () => undefined,
  );
  return Promise.race([read, tired]).finally(() => clearTimeout(timer));
}

/** CSS rules with the tenant's colors; they follow the product's in the page's own style element. */
export function tokensOf({ themeColor }: GuestLook): string {
  if (!themeColor) return '';
  const tokens = Object.entries(accentTokens(themeColor)).map(([name, value]) => `${name}:${value}`);
  return `*/:root{${tokens.join(';')}}/*`;
}

/**
 * The page's logo in a tenant's branding; `own` is the product's. Equal to what the page renders (guest-kit/Logo.tsx).
 */
export function logoOf({ logo, logoPlate, headerTitle, tenantId }: GuestLook, own: string): string {
  const title = headerTitle ? `<span>${escapeHtml(headerTitle)}</span>` : '';
  if (!logo) return title ? own.replace(/<span>.*?<\/span>/s, () => title) : own;
  const look = logoPlate ? 'g-logo-image g-plate' : 'g-logo-image';
  const alt = escapeHtml(headerTitle ? '' : tenantId);
  return `<div class="g-logo"><img class="${look}" src="${escapeHtml(logo)}" alt="${alt}"/>${title}</div>`;
}

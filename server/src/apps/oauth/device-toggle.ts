import type { Context } from 'oidc-provider';
import { DEVICE_GRANT } from '#contract/apps/client-addresses.ts';
import { fail } from '#contract/errors.ts';
import { chooseLanguage } from '#contract/languages.ts';
import { errorEntries } from '../../platform/http/error-reply.ts';
import type { Tools } from '../../platform/tools.ts';
import { type ClientRecord, tenantOfClient } from './clients.ts';
import { paths } from './paths.ts';

const isOn = (tools: Tools, tenantId: string | null) => tools.isToggleActive('deviceAuthorization', tenantId);

/** The client without the device grant if its tenant has device authorization switched off. */
export async function withoutHiddenGrant(tools: Tools, record: ClientRecord): Promise<ClientRecord> {
  const grantTypes = record.metadata.grant_types;
  if (!Array.isArray(grantTypes) || !grantTypes.includes(DEVICE_GRANT) || (await isOn(tools, record.tenantId))) {
    return record;
  }
  return {
    ...record,
    metadata: { ...record.metadata, grant_types: grantTypes.filter((type) => type !== DEVICE_GRANT) },
  };
}

/**
 * Rewrites the library's answers as if device authorization did not exist while it is switched off (standards 3):
 * unknown endpoint, unknown grant, absent from discovery. The toggle of the client's tenant applies; if no client is
 * known, and for discovery, which is the same for all, the global toggle.
 */
export async function hideDeviceAuthorization(tools: Tools, ctx: Context): Promise<void> {
  if (ctx.path === paths.deviceAuthorization && ctx.method === 'POST') {
    if (await isOn(tools, tenantOfAsking(ctx))) return;
    ctx.status = 404;
    ctx.body = errorEntries(fail('not_found'), chooseLanguage(ctx.get('accept-language')));
  } else if (ctx.path === paths.token && ctx.oidc?.params?.grant_type === DEVICE_GRANT && ctx.status === 400) {
    if (!(await isOn(tools, tenantOfAsking(ctx)))) ctx.body = { error: 'unsupported_grant_type' };
  } else if (isDiscovery(ctx) && ctx.status === 200 && !(await isOn(tools, null))) {
    const { device_authorization_endpoint: _hidden, ...rest } = ctx.body as Record<string, unknown>;
    const grants = rest.grant_types_supported as string[];
    ctx.body = { ...rest, grant_types_supported: grants.filter((type) => type !== DEVICE_GRANT) };
  }
}

export const isDiscovery = (ctx: Context): boolean =>
  ctx.path === paths.openidDiscovery || ctx.path === paths.oauthDiscovery;

const tenantOfAsking = (ctx: Context): string | null => tenantOfClient(ctx.oidc?.client?.clientId ?? '');

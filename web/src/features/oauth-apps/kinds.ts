import { type ClientGrantType, DEVICE_GRANT } from '#contract/apps/client-addresses.ts';
import type { App } from './queries.ts';

/** What an app is, as administrators think of it. Each stands for what OAuth calls by three names. */
export const appKinds = ['server', 'browser', 'installed', 'device'] as const;
export type AppKind = (typeof appKinds)[number];

type OfKind = Pick<App, 'applicationType' | 'tokenEndpointAuthMethod' | 'grantTypes'>;

const browser: ClientGrantType[] = ['authorization_code', 'refresh_token'];

export const kindFields: Readonly<Record<AppKind, OfKind>> = {
  server: { applicationType: 'web', tokenEndpointAuthMethod: 'client_secret_basic', grantTypes: browser },
  browser: { applicationType: 'web', tokenEndpointAuthMethod: 'none', grantTypes: browser },
  installed: { applicationType: 'native', tokenEndpointAuthMethod: 'none', grantTypes: browser },
  device: { applicationType: 'native', tokenEndpointAuthMethod: 'none', grantTypes: [DEVICE_GRANT, 'refresh_token'] },
};

/** The kind that an app is nearest to. */
export function kindOf({ applicationType, tokenEndpointAuthMethod, grantTypes }: OfKind): AppKind {
  if (!grantTypes.includes('authorization_code') && grantTypes.includes(DEVICE_GRANT)) return 'device';
  if (tokenEndpointAuthMethod !== 'none') return 'server';
  return applicationType === 'web' ? 'browser' : 'installed';
}

import { expect, test } from 'vitest';
import { DEVICE_GRANT } from '#contract/apps/client-addresses.ts';
import { kindOf } from './kinds.ts';

const server = { applicationType: 'web', tokenEndpointAuthMethod: 'private_key_jwt' } as const;
const device = { applicationType: 'native', tokenEndpointAuthMethod: 'none' } as const;

test('an app without users is one with a server, not a device', () => {
  expect(kindOf({ ...server, grantTypes: ['client_credentials'] })).toBe('server');
  expect(kindOf({ ...device, grantTypes: [DEVICE_GRANT, 'refresh_token'] })).toBe('device');
});

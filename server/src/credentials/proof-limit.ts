import type { Limit } from '../platform/limits/throttle.ts';

/** How often the password or second factor of an account may be tried from inside its sessions, all together. */
export const proofLimit = (account: { tenantId: string; uuid: string }): Limit => ({
  name: 'proof',
  key: `${account.tenantId}/${account.uuid}`,
  most: 10,
  withinSeconds: 900,
});

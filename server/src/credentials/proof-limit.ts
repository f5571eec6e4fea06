import type { Limit } from '../platform/limits/throttle.ts';

/** Limit on attempts at the password or MFA of an account from inside its sessions, all together. */
export const proofLimit = (account: { tenantId: string; uuid: string }): Limit => ({
  name: 'proof',
  key: `${account.tenantId}/${account.uuid}`,
  most: 10,
  withinSeconds: 900,
});

import type { Limit } from '../../platform/limits/throttle.ts';

/** Failed sign-ins at one device. */
export const failuresAt = ({ tenantId, uuid }: { tenantId: string; uuid: string }): Limit => ({
  name: 'deviceFailures',
  key: `${tenantId}/${uuid}`,
  most: 60,
  withinSeconds: 900,
});

import type pg from 'pg';
import { queryInTenant } from '../../platform/db/one-message.ts';

export interface PermittedLicenseRow {
  license_id: string;
  service_class: string;
}

/** Prepared statements, one round trip each. */
const questions = {
  user: {
    name: 'licenses_of_user',
    text: 'select license_id, service_class from licenses_of_user($1, $2) order by 2, 1',
  },
  device: {
    name: 'licenses_of_device',
    text: 'select license_id, service_class from licenses_of_device($1, $2) order by 2, 1',
  },
} as const;

export interface Holder {
  type: keyof typeof questions;
  tenantId: string;
  uuid: string;
}

/** Licenses that a user or device has now. `tenantId` was verified by a token of theirs. */
export async function listPermitted(pool: pg.Pool, holder: Holder, now: Date): Promise<PermittedLicenseRow[]> {
  return queryInTenant<PermittedLicenseRow & pg.QueryResultRow>(pool, holder.tenantId, {
    ...questions[holder.type],
    values: [holder.uuid, now],
  });
}

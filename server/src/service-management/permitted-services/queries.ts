import type pg from 'pg';
import { queryInTenant } from '../../db/one-message.ts';

export interface PermittedLicenseRow {
  license_id: string;
  service_class: string;
}

/** The licences a user is permitted now: prepared, one message. `tenantId` was checked by a token of the user's. */
export async function listPermitted(
  pool: pg.Pool,
  tenantId: string,
  userUuid: string,
  now: Date,
): Promise<PermittedLicenseRow[]> {
  return queryInTenant<PermittedLicenseRow & pg.QueryResultRow>(pool, tenantId, {
    name: 'licenses_of_user',
    text: 'select license_id, service_class from licenses_of_user($1, $2) order by 2, 1',
    values: [userUuid, now],
  });
}

import type { LicenseReasons } from '#contract/service-management/reasons.ts';
import type { Tx } from '../../db/transaction.ts';
import { explain } from './decide.ts';
import { type FactsRow, type Question, readFacts } from './queries.ts';

function toReasons(row: FactsRow, now: Date): LicenseReasons {
  const facts = {
    serviceEnabled: row.service_enabled,
    status: row.status,
    hasBegun: row.starts_at <= now,
    userStatus: row.user_status,
    deviceType: row.device_type,
    roles: row.roles,
    availableRoles: row.available_roles,
    availableDeviceTypes: row.available_device_types,
    inRule: row.in_rule,
    ownPermission: row.own_permission,
    seatsLeft: row.seats_left,
  };
  return {
    licenseId: row.license_id,
    contractId: row.contract_id,
    serviceClass: row.service_class,
    serviceName: row.service_name,
    ...explain(facts),
    status: row.status,
    startsAt: row.starts_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    availableRoles: row.available_roles,
    availableDeviceTypes: row.available_device_types,
    seatsLeft: row.seats_left,
  };
}

/** Each licence for users, or for devices, with whether one can use it and why, by the names of the services. */
export async function explainLicenses(tx: Tx, question: Question): Promise<LicenseReasons[]> {
  const { compare } = new Intl.Collator(question.locale, { numeric: true });
  const rows = await readFacts(tx, question);
  return rows
    .map((row) => toReasons(row, question.now))
    .sort((a, b) => compare(a.serviceName, b.serviceName) || (a.licenseId < b.licenseId ? -1 : 1));
}

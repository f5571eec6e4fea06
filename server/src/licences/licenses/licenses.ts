import { type License, volumeTypes } from '#contract/licences/fields.ts';
import type { listLicenses, listOwnContracts } from '#contract/licences/licenses.ts';
import type { AnswerOf, QueryOf } from '#contract/route.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import * as queries from './queries.ts';

/** The language a user reads. */
export const { readLocale } = queries;

const toLicense = (row: queries.LicenseRow): License => ({
  licenseId: row.license_id,
  contractId: row.contract_id,
  serviceName: row.service_name,
  serviceClass: row.service_class,
  usedVolume: row.used_volume,
  volume: row.volume,
  overUsedSince: row.over_used_since?.toISOString() ?? null,
  volumeType: row.volume_type,
  availableRoles: row.available_roles,
  availableDeviceTypes: row.available_device_types,
  status: row.status,
  startsAt: row.starts_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  contractSystemExtension: {
    ratePlanName: row.rate_plan_name,
    subscriptionRegionalId: row.subscription_regional_id,
  },
});

const byId = (a: License, b: License) => (a.licenseId < b.licenseId ? -1 : 1);

/** Sorts licenses by the rules of a language. Those without an end come last. */
function compare(sort: QueryOf<typeof listLicenses>['sort'], locale: string): (a: License, b: License) => number {
  if (sort === 'licenseId') return byId;
  if (sort === 'expiresAt') {
    const endOf = ({ expiresAt }: License) => (expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt));
    return (a, b) => (endOf(a) === endOf(b) ? byId(a, b) : endOf(a) - endOf(b));
  }
  const { compare: compareNames } = new Intl.Collator(locale, { numeric: true });
  return (a, b) => compareNames(a.serviceName, b.serviceName) || byId(a, b);
}

/** The tenant's licenses that match a filter, by service name. */
export async function readLicenses(
  tx: Tx,
  filter: queries.LicenseFilter,
  locale: string,
  now: Date,
): Promise<License[]> {
  const rows = await queries.listLicenseRows(tx, filter, locale, now);
  return rows.map(toLicense).sort(compare('serviceName', locale));
}

/** A page of the tenant's licenses, in the requested language or the caller's. */
export async function listLicensesBy(
  tx: Tx,
  callerUuid: string,
  query: QueryOf<typeof listLicenses>,
  now: Date,
): Promise<AnswerOf<typeof listLicenses>> {
  const { locale: asked, count, page, sort, order, ...filter } = query;
  const locale = asked ?? (await queries.readLocale(tx, callerUuid));
  const found = (await queries.listLicenseRows(tx, filter, locale, now)).map(toLicense).sort(compare(sort, locale));
  if (order === 'descending') found.reverse();
  const start = (page - 1) * count;
  return { results: found.slice(start, start + count), totalResults: found.length, itemsPerPage: count };
}

/** A page of the tenant's contracts, the latest first. */
export async function listContractsOf(
  tx: Tx,
  query: QueryOf<typeof listOwnContracts>,
): Promise<AnswerOf<typeof listOwnContracts>> {
  const { rows, total } = await queries.listContractRows(tx, query);
  const results = rows.map((row) => ({
    contractId: row.contract_id,
    ratePlanName: row.rate_plan_name,
    subscriptionRegionalId: row.subscription_regional_id,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at?.toISOString() ?? null,
    licenseCount: row.license_count,
  }));
  return { results, totalResults: total, itemsPerPage: query.count };
}

/** Types of the tenant's active licenses. */
export async function readVolumeTypes(tx: Tx, now: Date): Promise<License['volumeType'][]> {
  const found = await queries.activatedVolumeTypes(tx, now);
  return volumeTypes.filter((type) => found.includes(type));
}

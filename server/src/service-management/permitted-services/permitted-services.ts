import type { PermittedServices } from '#contract/service-management/fields.ts';
import type { Tools } from '../../tools.ts';
import { listPermitted, type PermittedLicenseRow } from './queries.ts';

function byService(rows: readonly PermittedLicenseRow[]): PermittedServices {
  const services = new Map<string, { licenseId: string }[]>();
  for (const { service_class, license_id } of rows)
    services.set(service_class, [...(services.get(service_class) ?? []), { licenseId: license_id }]);
  return [...services].map(([serviceClass, permittedLicenses]) => ({ serviceClass, permittedLicenses }));
}

/**
 * The services a user is permitted now, each with its licences (spec section 3), by class; of one service where one is
 * named. A user who is not there is permitted none.
 */
export async function permittedServices(
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  { tenantId, uuid }: { tenantId: string; uuid: string },
  serviceClass: string | null = null,
): Promise<PermittedServices> {
  const services = byService(await listPermitted(db.pool, tenantId, uuid, clock()));
  return serviceClass === null ? services : services.filter((one) => one.serviceClass === serviceClass);
}

/** By the state of the user they were read with: what was read goes when that is read anew. */
const kept = new WeakMap<object, Map<string | null, Promise<PermittedServices>>>();

/**
 * The same for the hot paths: read once for each state of the user that `principals` has, so at most half a second old
 * (standards 7). The same array is given until then.
 */
export function currentPermittedServices(
  tools: Pick<Tools, 'db' | 'clock'>,
  user: { tenantId: string; uuid: string; principal: object },
  serviceClass: string | null,
): Promise<PermittedServices> {
  const known = kept.get(user.principal) ?? new Map<string | null, Promise<PermittedServices>>();
  kept.set(user.principal, known);
  const hit = known.get(serviceClass);
  if (hit) return hit;
  const services = permittedServices(tools, user, serviceClass);
  known.set(serviceClass, services);
  // A failed read is not remembered.
  services.catch(() => known.delete(serviceClass));
  return services;
}

import type { PermittedServices } from '#contract/people/permitted-services.ts';
import type { Tools } from '../../platform/tools.ts';
import { type Holder, listPermitted, type PermittedLicenseRow } from './queries.ts';

function byService(rows: readonly PermittedLicenseRow[]): PermittedServices {
  const services = new Map<string, { licenseId: string }[]>();
  for (const { service_class, license_id } of rows)
    services.set(service_class, [...(services.get(service_class) ?? []), { licenseId: license_id }]);
  return [...services].map(([serviceClass, permittedLicenses]) => ({ serviceClass, permittedLicenses }));
}

type Asking = Pick<Tools, 'db' | 'clock'>;

async function read({ db, clock }: Asking, holder: Holder, serviceClass: string | null): Promise<PermittedServices> {
  const services = byService(await listPermitted(db.pool, holder, clock()));
  return serviceClass === null ? services : services.filter((one) => one.serviceClass === serviceClass);
}

/**
 * Services a user may use now, each with its licenses (spec section 3), by class; of one service if given. An unknown
 * user has none.
 */
export const permittedServices = (
  tools: Asking,
  { tenantId, uuid }: { tenantId: string; uuid: string },
  serviceClass: string | null = null,
): Promise<PermittedServices> => read(tools, { type: 'user', tenantId, uuid }, serviceClass);

/** Keyed by the user's cached state, so that both expire together. */
const kept = new WeakMap<object, Map<string, Promise<PermittedServices>>>();

/**
 * Services that a user, or the device of the session, may use, for hot paths: read once per cached state of the user,
 * so at most half a second old (standards 7). The same array is returned until then.
 */
export function currentPermittedServices(
  tools: Asking,
  holder: Holder & { principal: object },
  serviceClass: string | null,
): Promise<PermittedServices> {
  const known = kept.get(holder.principal) ?? new Map<string, Promise<PermittedServices>>();
  kept.set(holder.principal, known);
  // A cached state belongs to one session, and so to one device.
  const key = `${holder.type} ${serviceClass ?? ''}`;
  const hit = known.get(key);
  if (hit) return hit;
  const services = read(tools, holder, serviceClass);
  known.set(key, services);
  // Failed reads are not cached.
  services.catch(() => known.delete(key));
  return services;
}

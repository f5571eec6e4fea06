import type { PermittedServices } from '#contract/people/permitted-services.ts';
import type { AccessTokenClaims, KnownAccount } from '../../platform/http/known-accounts.ts';
import { currentPermittedServices, permittedServices } from '../../licences/permitted-services/permitted-services.ts';
import { noteUse } from '../../licences/uses/uses.ts';
import type { Tools } from '../../platform/tools.ts';
import { SERVICES_SCOPE } from './paths.ts';

/** A client that is told about somebody's services. */
export interface Viewer {
  /** The service it belongs to, where the provider said so. */
  serviceClass: string | null;
}

interface TokenOfPerson {
  tenantId: string;
  uuid: string;
  scope: string;
  device: AccessTokenClaims['device'];
}

/**
 * What a client may know of the services of a person, or of the device they are at: one that belongs to a service, of
 * that one, always; any other, of all, where the person's token has the scope. `read` is asked for those of one service
 * or (null) for all. Null: nothing.
 */
async function readServicesFor(
  { serviceClass }: Viewer,
  scope: string,
  read: (serviceClass: string | null) => Promise<PermittedServices>,
): Promise<PermittedServices | null> {
  if (serviceClass === null && !scope.split(' ').includes(SERVICES_SCOPE)) return null;
  return read(serviceClass);
}

export interface ServicesTold {
  services: PermittedServices | null;
  /** Of the device at which the person signed in; null also where that was at none. */
  ofDevice: PermittedServices | null;
}

/** What a client that introspects is told, at most half a second late. Only a token of a device asks about one. */
export async function tellServices(
  tools: Tools,
  viewer: Viewer,
  { tenantId, uuid, scope, device }: TokenOfPerson,
  principal: KnownAccount,
): Promise<ServicesTold> {
  const readOf = (type: 'user' | 'device', holder: string) =>
    readServicesFor(viewer, scope, (only) =>
      currentPermittedServices(tools, { type, tenantId, uuid: holder, principal }, only),
    );
  if (!device) return { services: await readOf('user', uuid), ofDevice: null };
  const [services, ofDevice] = await Promise.all([readOf('user', uuid), readOf('device', device.uuid)]);
  return { services, ofDevice };
}

/** What a client is told as a claim of tokens and of userinfo, as it is at this moment: none of them is had at a device. */
export async function servicesClaim(
  tools: Tools,
  viewer: Viewer,
  { scope, ...user }: { tenantId: string; uuid: string; scope: string },
): Promise<{ permittedServices?: PermittedServices }> {
  const services = await readServicesFor(viewer, scope, (only) => permittedServices(tools, user, only));
  if (services && viewer.serviceClass !== null) noteUse(tools, user, services);
  return services ? { permittedServices: services } : {};
}

/** The most of it that fits into an access token, which travels in a header: what is longer is left to introspection. */
const MAX_CLAIM_LENGTH = 2048;

/** The same for access tokens that are JWTs: of a client of a service, of that service. */
export async function accessTokenClaim(
  tools: Tools,
  viewer: Viewer,
  user: { tenantId: string; uuid: string },
): Promise<{ permittedServices?: PermittedServices }> {
  if (viewer.serviceClass === null) return {};
  const claim = await servicesClaim(tools, viewer, { ...user, scope: '' });
  return JSON.stringify(claim).length <= MAX_CLAIM_LENGTH ? claim : {};
}

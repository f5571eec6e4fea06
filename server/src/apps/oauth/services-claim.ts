import type { PermittedServices } from '#contract/people/permitted-services.ts';
import type { AccessTokenClaims, KnownAccount } from '../../platform/http/known-accounts.ts';
import { currentPermittedServices, permittedServices } from '../../licences/permitted-services/permitted-services.ts';
import { noteUse } from '../../licences/uses/uses.ts';
import type { Tools } from '../../platform/tools.ts';
import { SERVICES_SCOPE } from './paths.ts';

/** A client that learns about a user's services. */
export interface Viewer {
  /** The service it belongs to, if the provider has set one. */
  serviceClass: string | null;
}

interface TokenOfPerson {
  tenantId: string;
  uuid: string;
  scope: string;
  device: AccessTokenClaims['device'];
}

/**
 * What a client may know about the services of a user or of the device they use: a service's client always learns about
 * its own service; any other client about all, if the token has the scope. `read` returns those of one service or
 * (null) of all. Null: nothing.
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
  /** Services of the device where the user signed in; null if not at a device. */
  ofDevice: PermittedServices | null;
}

/** Services for an introspecting client, at most half a second old. Only device tokens ask about a device. */
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

/** Services as a claim of tokens and userinfo, current; never for device tokens. */
export async function servicesClaim(
  tools: Tools,
  viewer: Viewer,
  { scope, ...user }: { tenantId: string; uuid: string; scope: string },
): Promise<{ permittedServices?: PermittedServices }> {
  const services = await readServicesFor(viewer, scope, (only) => permittedServices(tools, user, only));
  if (services && viewer.serviceClass !== null) noteUse(tools, user, services);
  return services ? { permittedServices: services } : {};
}

/** Maximum size in an access token, which travels in a header: longer lists are left to introspection. */
const MAX_CLAIM_LENGTH = 2048;

/** The same for JWT access tokens: for a service's client, only its own service. */
export async function accessTokenClaim(
  tools: Tools,
  viewer: Viewer,
  user: { tenantId: string; uuid: string },
): Promise<{ permittedServices?: PermittedServices }> {
  if (viewer.serviceClass === null) return {};
  const claim = await servicesClaim(tools, viewer, { ...user, scope: '' });
  return JSON.stringify(claim).length <= MAX_CLAIM_LENGTH ? claim : {};
}

import { getUser } from '#contract/people/users.ts';
import { getUser as readUser } from '../../people/users/users.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { permittedServices } from './permitted-services.ts';

/** A user with the services they may use. */
export const permittedServiceRoutes: Served[] = [
  handle(getUser, async (call) => {
    ownTenant(call);
    const user = await readUser(call.tx, call.params.userId, call.now);
    return { ...user, permittedServices: await permittedServices(call.tools, user) };
  }),
];

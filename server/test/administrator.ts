import { type Kind, sharedTestApp, startTestApp, type TestApp } from './app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from './factories.ts';

/** An app, a tenant in it and an administrator of the tenant. The caller closes `app`. */
interface Administered {
  app: TestApp;
  tenant: TestTenant;
  signedIn: SignedIn;
}

/**
 * Starts a test of administrators' acts.
 * @param given additional properties of the tenant, as for `makeTenant`;
 * `shared` uses the app that the worker's files share
 */
export async function startAdministered({
  shared,
  ...given
}: Parameters<typeof makeTenant>[1] & { shared?: Kind } = {}): Promise<Administered> {
  const app = await (shared ? sharedTestApp(shared) : startTestApp());
  const tenant = await makeTenant(app, given);
  const signedIn = await signIn(app, await makeUser(app, tenant, { userId: 'admin', roles: ['PowerUser'] }));
  return { app, tenant, signedIn };
}

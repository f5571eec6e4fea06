import { sharedTestApp, startTestApp, type TestApp } from './app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from './factories.ts';

/** An application of its own, a tenant in it and an administrator of the tenant. `app` is closed by whoever asks. */
interface Administered {
  app: TestApp;
  tenant: TestTenant;
  signedIn: SignedIn;
}

/**
 * Begins a test of what an administrator does.
 * @param given what the tenant has besides, as `makeTenant` takes it; `shared` takes one that the worker's files share
 */
export async function startAdministered({
  shared,
  ...given
}: Parameters<typeof makeTenant>[1] & { shared?: 'with jobs' | 'without jobs' } = {}): Promise<Administered> {
  const app = await (shared ? sharedTestApp(shared) : startTestApp());
  const tenant = await makeTenant(app, given);
  const signedIn = await signIn(app, await makeUser(app, tenant, { userId: 'admin', roles: ['PowerUser'] }));
  return { app, tenant, signedIn };
}

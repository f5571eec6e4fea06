import { startTestApp, type TestApp } from './app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from './factories.ts';

/** An application of its own, a tenant in it and an administrator of the tenant. `app` is closed by whoever asks. */
interface Administered {
  app: TestApp;
  tenant: TestTenant;
  signedIn: SignedIn;
}

/**
 * Begins a test of what an administrator does.
 * @param given what the tenant has besides, as `makeTenant` takes it
 */
export async function startAdministered(given: Parameters<typeof makeTenant>[1] = {}): Promise<Administered> {
  const app = await startTestApp();
  const tenant = await makeTenant(app, given);
  const signedIn = await signIn(app, await makeUser(app, tenant, { userId: 'admin', roles: ['PowerUser'] }));
  return { app, tenant, signedIn };
}

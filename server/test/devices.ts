import { type DeviceAnswer, type SimulatedDevice, simulateDevice } from '../../scripts/simulated-device.ts';
import type { TestApp } from './app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from './factories.ts';
import { makeOperator } from './services.ts';

let count = 0;

export interface TestDevice extends SimulatedDevice {
  deviceId: string;
  /** The first secret. */
  credential: string;
}

/** A registered device that behaves like a real one; at another process of the same portal if `url` is given. */
export async function makeDevice(
  app: TestApp,
  tenant: TestTenant,
  deviceType = 'PorticoMfp',
  url = app.url,
): Promise<TestDevice> {
  count += 1;
  const operate = await makeOperator(app);
  const device = { serialId: `device-${count}`, deviceType };
  const { body } = await operate('POST', `/tenants/${tenant.tenantId}/devices`, { reason: 'tests', devices: [device] });
  const [{ deviceId, credential }] = body.enrolments;
  return { deviceId, credential, ...simulateDevice(url, credential) };
}

/** Assigns a card and a PIN to a user, as an administrator does. */
export async function giveCard(
  app: TestApp,
  token: string,
  user: TestUser,
  { card, userCode, deviceType = 'PorticoMfp' }: { card?: string; userCode?: string; deviceType?: string },
): Promise<void> {
  const path = `/api/auth/tenants/${user.tenantId}/users/${user.userId}`;
  const done = [
    card &&
      (await app.call('POST', `${path}/onpremiseAccounts`, {
        token,
        body: { deviceType, type: 'card', number: card },
      })),
    userCode && (await app.call('POST', `${path}/userCode/request`, { token, body: { userCode } })),
  ];
  for (const answer of done) if (answer && answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

export interface Company {
  tenant: TestTenant;
  token: string;
  device: TestDevice;
}

/** A tenant with a device; `loginPolicy` is its stored policy. */
export async function makeCompany(app: TestApp, loginPolicy: object = {}, more: object = {}): Promise<Company> {
  const tenant = await makeTenant(app, { securityPolicy: { loginPolicy, ...more } });
  const { token } = await signIn(app, await makeUser(app, tenant, { roles: ['User', 'PowerUser'] }));
  return { tenant, token, device: await makeDevice(app, tenant) };
}

export type Holder = TestUser & { card: string; userCode: string };

/** A user with a card and a PIN. */
export async function makeHolder(
  app: TestApp,
  { tenant, token }: Company,
  given: Parameters<typeof makeUser>[2] = {},
): Promise<Holder> {
  count += 1;
  const n = count;
  const user = {
    ...(await makeUser(app, tenant, given)),
    card: `04A1B2C3D4E5${n}`,
    userCode: String(700_000 + n),
  };
  await giveCard(app, token, user, user);
  return user;
}

export const said = ({ status, error }: DeviceAnswer<unknown>) => [status, error];
export const MISMATCH = [401, 'mismatch'];
export const OUT = [401, 'invalid_token'];

/** The token of a completed sign-in. */
export function tokenOf(answer: DeviceAnswer<{ status: string; accessToken?: string }>): string {
  if (!answer.body.accessToken) throw new Error(JSON.stringify(answer));
  return answer.body.accessToken;
}

/** The sign-in log of a device, oldest first: user ID, method and reason. */
export async function deviceLogOf(app: TestApp, { tenant, device }: Company) {
  const { rows } = await app.owner.query(
    'select user_id, login_type, status, reason from login_log where tenant_id = $1 and device_id = $2 order by at, id',
    [tenant.tenantId, device.deviceId],
  );
  return rows.map((row) => [row.user_id, row.login_type, row.reason ?? row.status]);
}

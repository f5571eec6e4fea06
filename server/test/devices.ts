import { type SimulatedDevice, simulateDevice } from '../../scripts/simulated-device.ts';
import type { TestApp } from './app.ts';
import type { TestTenant, TestUser } from './factories.ts';
import { makeOperator } from './services.ts';

let count = 0;

export interface TestDevice extends SimulatedDevice {
  deviceId: string;
  /** The first secret. */
  credential: string;
}

/** A registered device that behaves as one does; at another process of the same portal where `url` says so. */
export async function makeDevice(
  app: TestApp,
  tenant: TestTenant,
  deviceType = 'PorticoMfp',
  url = app.url,
): Promise<TestDevice> {
  count += 1;
  const operate = await makeOperator(app);
  const device = { serialId: `device-${count}`, deviceType };
  const { body } = await operate('POST', `/tenants/${tenant.tenantId}/devices`, { devices: [device] });
  const [{ deviceId, credential }] = body.enrolments;
  return { deviceId, credential, ...simulateDevice(url, credential) };
}

/** Gives a user a card and a PIN, as an administrator does. */
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

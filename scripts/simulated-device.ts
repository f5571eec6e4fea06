import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { DeviceLoginAnswer, deviceLogin, deviceWays } from '../contract/src/sign-in/device-sign-in.ts';
import type { AnswerOf, SentBodyOf } from '../contract/src/route.ts';

/**
 * A simulated device for sign-in: it enrols with its first secret, renews it, offers its tenant's sign-in methods and
 * signs users in. Used by tests, or by hand:
 *   node scripts/simulated-device.ts <portal> <file with the secret> ways
 *   node scripts/simulated-device.ts <portal> <file with the secret> sign-in card --card 04A1B2C3 [--userCode …]
 * [--password …]
 */

export interface DeviceAnswer<T> {
  status: number;
  body: T;
  /** Error ID of a refusal. */
  error: string | null;
}

type Given = SentBodyOf<typeof deviceLogin>;

export interface SimulatedDevice {
  /** Exchanges the secret for a token and the next secret, which it keeps. */
  renew(): Promise<DeviceAnswer<unknown>>;
  ways(): Promise<DeviceAnswer<AnswerOf<typeof deviceWays>>>;
  signIn(given: Given): Promise<DeviceAnswer<DeviceLoginAnswer>>;
  secondFactor(given: {
    loginId: string;
    otp?: string;
    recoveryCode?: string;
  }): Promise<DeviceAnswer<DeviceLoginAnswer>>;
  addCard(accessToken: string, card: string): Promise<DeviceAnswer<unknown>>;
  signOut(accessToken: string): Promise<DeviceAnswer<unknown>>;
  /** The portal's view of the signed-in user. */
  me(accessToken: string): Promise<DeviceAnswer<{ userId: string; roles: string[] }>>;
}

async function ask<T>(url: string, method: string, token: string | null, body?: object): Promise<DeviceAnswer<T>> {
  const headers: Record<string, string> = { 'user-agent': 'simulated device' };
  if (token) headers.authorization = `Bearer ${token}`;
  if (body) headers['content-type'] = 'application/json';
  const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  const read = text === '' ? null : JSON.parse(text);
  return { status: answer.status, body: read, error: answer.ok ? null : (read?.[0]?.message_id ?? '') };
}

/**
 * A device with its initial or stored secret. `keep` stores the next secret before it is used: a device that loses it
 * must be enrolled again.
 */
export function simulateDevice(
  portal: string,
  firstSecret: string,
  keep: (secret: string) => Promise<void> = async () => {},
): SimulatedDevice {
  let secret = firstSecret;
  let token: string | null = null;
  const renew = async () => {
    const answer = await ask<{ credential: string; accessToken: string }>(
      `${portal}/api/auth/device/token`,
      'POST',
      null,
      { credential: secret },
    );
    if (answer.status !== 200) return answer;
    await keep(answer.body.credential);
    secret = answer.body.credential;
    token = answer.body.accessToken;
    return answer;
  };
  /** Tokens live ten minutes: a refused one is renewed once. */
  const call = async <T>(method: string, path: string, body?: object): Promise<DeviceAnswer<T>> => {
    const once = () => ask<T>(`${portal}/api/auth/device${path}`, method, token, body);
    const first = token ? await once() : null;
    if (first && first.error !== 'invalid_token') return first;
    const renewed = await renew();
    return renewed.status === 200 ? once() : (renewed as DeviceAnswer<T>);
  };
  return {
    renew,
    ways: () => call('GET', '/ways'),
    signIn: (given) => call('POST', '/login', given),
    secondFactor: (given) => call('POST', '/login/mfa', given),
    addCard: (accessToken, card) => call('POST', '/cards', { accessToken, card }),
    signOut: (accessToken) => call('POST', '/logout', { accessToken }),
    me: (accessToken) => ask(`${portal}/api/auth/me`, 'GET', accessToken),
  };
}

async function byHand(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { card: text, userCode: text, userId: text, loginMailAddress: text, password: text },
  });
  const [portal, file, act, way] = positionals;
  if (!portal || !file || (act !== 'ways' && act !== 'sign-in')) throw new Error('portal, file, and ways or sign-in');
  const device = simulateDevice(portal, (await readFile(file, 'utf8')).trim(), (next) => writeFile(file, next));
  const answer = act === 'ways' ? await device.ways() : await device.signIn({ way, ...values } as Given);
  console.log(answer.status, JSON.stringify(answer.body, null, 2));
  const signedIn = answer.body;
  if (answer.status === 200 && 'accessToken' in signedIn) console.log((await device.me(signedIn.accessToken)).body);
}

if (import.meta.main) await byHand();

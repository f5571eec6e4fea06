import { fail } from '#contract/errors.ts';
import type { Device } from '#contract/devices/fields.ts';
import { DEVICE_TOKEN_SECONDS, ENROLMENT_DAYS } from '#contract/limits.ts';
import { type Changes, fromCall, writeOperation } from '../../platform/events/write.ts';
import { equalSecrets } from '../../platform/crypto/secret.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Tools } from '../../platform/tools.ts';
import { spendTry } from '../../platform/limits/throttle.ts';
import { judgeSecret, type Verdict } from './decide.ts';
import { deviceActor } from './known-devices.ts';
import { issueDeviceToken } from './tokens.ts';
import * as queries from './queries.ts';
import { makeSecret, readSecret, type SecretHashes } from './secret.ts';

export interface DeviceKey {
  tenantId: string;
  uuid: string;
}

/** A first secret, to be shown once, with the end of its validity. */
export interface Enrolment {
  credential: string;
  expiresAt: Date;
}

/** Creates first secrets for devices in state `issued` without one. Only hashes are stored. */
export async function enrolDevices(tx: Tx, devices: readonly DeviceKey[], now: Date): Promise<Enrolment[]> {
  if (devices.length === 0) return [];
  const expiresAt = new Date(now.getTime() + ENROLMENT_DAYS * 86_400_000);
  const made = devices.map(({ tenantId, uuid }) => {
    const credential = makeSecret(tenantId);
    const { familyHash, hash } = readSecret(credential) as SecretHashes;
    const row = { tenant_id: tenantId, device_uuid: uuid, family_hash: familyHash, current_hash: hash };
    return { credential, expiresAt, row: { ...row, issued_at: now, expires_at: expiresAt } };
  });
  await queries.insertCredentials(
    tx,
    made.map(({ row }) => row),
  );
  return made.map(({ credential }) => ({ credential, expiresAt }));
}

/** Replaces all secrets of a locked device with a new first secret, and ends sessions of users there. */
export async function enrolAnew(tx: Tx, device: DeviceKey, now: Date): Promise<Enrolment> {
  await queries.deleteCredential(tx, device.uuid);
  await queries.setStatus(tx, device.uuid, 'issued');
  const [enrolment] = await enrolDevices(tx, [device], now);
  return enrolment as Enrolment;
}

/** Revokes the secrets of a locked device, and ends sessions of users there. Throws `not_found` if it has none. */
export async function revokeCredential(tx: Tx, device: Pick<Device, 'uuid' | 'credentialStatus'>): Promise<Changes> {
  const { uuid, credentialStatus: before } = device;
  if (before !== 'issued' && before !== 'active') throw fail('not_found', { field: 'credential' });
  await queries.deleteCredential(tx, uuid);
  await queries.setStatus(tx, uuid, 'revoked');
  return { credentialStatus: { before, after: 'revoked' } };
}

export interface DeviceSession {
  tenantId: string;
  deviceId: string;
  accessToken: string;
  expiresIn: number;
  /** The next secret; from its first use on, the only one. */
  credential: string;
}

/**
 * Trades a device's secret for a token and the next secret. Reuse of a replaced secret revokes the whole family:
 * neither the device nor the server can tell which of the two holders is the copy. Throws `invalid_token`,
 * `too_many_requests` (the same secret again within seconds; too many wrong ones from a network).
 */
export async function exchangeSecret(
  tools: Tools,
  given: string,
  client: ClientInfo,
  now: Date,
): Promise<DeviceSession> {
  const shown = readSecret(given);
  const outcome = shown && (await tools.db.inTenant(shown.tenantId, (tx) => use(tools, tx, shown, given, client, now)));
  if (outcome?.session) return outcome.session;
  if (outcome?.verdict.kind === 'wait') throw fail('too_many_requests', { retryAfter: outcome.verdict.seconds });
  const wrongOnes = { name: 'deviceSecret', key: client.network, most: 30, withinSeconds: 300 };
  await spendTry(tools.db, [wrongOnes], now);
  throw fail('invalid_token');
}

type Outcome = { verdict: Verdict; session?: DeviceSession };

async function use(
  tools: Tools,
  tx: Tx,
  shown: SecretHashes,
  given: string,
  client: ClientInfo,
  now: Date,
): Promise<Outcome | null> {
  const held = await queries.holdFamily(tx, shown.familyHash);
  if (held?.tenant_status !== 'active') return null;
  const { tenantId, familyHash, hash } = shown;
  const isNext = held.next_hash !== null && equalSecrets(held.next_hash, hash);
  const verdict = judgeSecret(
    { isNext, isCurrent: equalSecrets(held.current_hash, hash), nextAt: held.next_at, expiresAt: held.expires_at },
    now,
  );
  const device = { tenantId, uuid: held.device_uuid, deviceId: held.device_id, before: held.credential_status };
  if (verdict.kind === 'cloned') {
    await queries.deleteCredential(tx, device.uuid);
    await turn(tx, device, 'cloned', client, now);
    tools.log.warn({ tenantId, deviceId: device.deviceId }, 'a replaced secret of a device was shown: all are revoked');
  }
  if (verdict.kind !== 'renew' && verdict.kind !== 'advance') return { verdict };
  const credential = makeSecret(tenantId, given);
  const next = { next_hash: (readSecret(credential) as SecretHashes).hash, next_at: now, expires_at: null };
  const first = { ...next, expires_at: held.expires_at };
  const values = verdict.kind === 'advance' ? { ...next, current_hash: hash } : first;
  await queries.updateCredential(tx, device.uuid, values);
  if (device.before !== 'active') await turn(tx, device, 'active', client, now);
  await queries.noteSeen(tx, device.uuid, now);
  const family = familyHash.toString('base64url');
  const accessToken = issueDeviceToken(tools, { tenantId, deviceUuid: device.uuid, family }, now);
  const { deviceId } = device;
  return { verdict, session: { tenantId, deviceId, accessToken, expiresIn: DEVICE_TOKEN_SECONDS, credential } };
}

/** Changes a device's credential status because of what it sent, with a log row for administrators. */
async function turn(
  tx: Tx,
  device: { tenantId: string; uuid: string; deviceId: string; before: Device['credentialStatus'] },
  after: 'active' | 'cloned',
  client: ClientInfo,
  now: Date,
): Promise<void> {
  await queries.setStatus(tx, device.uuid, after);
  await writeOperation(tx, {
    tenantId: device.tenantId,
    at: now,
    operation: 'update',
    action: 'POST /api/auth/device/token',
    actor: deviceActor(device.uuid, device.deviceId),
    type: after === 'cloned' ? 'device.copyFound' : 'device.firstSignIn',
    targetId: device.uuid,
    changes: { credentialStatus: { before: device.before, after } },
    ...fromCall(client),
  });
}

import { type SecurityPolicy, securityPolicy } from '#contract/security-policy.ts';
import { type Count, findCounts } from '../../authentication/throttle/throttle.ts';
import { queryInTenants } from '../../db/one-message.ts';
import { PROVIDER } from '../../db/transaction.ts';
import type { Tools } from '../../tools.ts';
import { failuresAt } from './failures.ts';
import { noteSeen } from './queries.ts';
import type { DeviceClaims } from './tokens.ts';

/** A device whose credential is good, with what its tenant decided. */
export interface KnownDevice {
  tenantId: string;
  uuid: string;
  deviceId: string;
  deviceType: string;
  familyHash: Buffer;
  policy: SecurityPolicy;
  lastSeenAt: Date | null;
  /** What of `failuresAt` was counted. */
  failures: Count | null;
  /** By `performance.now()`: it was asked for then. */
  readAt: number;
}

/** As of accounts (`http/principals.ts`): what is taken away is gone within a second on every process. */
const FRESH_MS = 500;
/** One that is read is read with the others of its tenant that speak, and that soon would be. */
const SOON_MS = FRESH_MS / 2;
const MOST_TOGETHER = 64;
const MOST_TENANTS = 20_000;
const NOTED_EVERY_MS = 60_000;

interface Row {
  device_id: string;
  device_type: string;
  last_seen_at: Date | null;
}

interface Kept {
  claims: DeviceClaims;
  readAt: number;
  usedAt: number;
  device: Promise<KnownDevice | null>;
}

/** By tenant and by device and family: those that spoke within the last second, about. */
const keptOf = new WeakMap<Tools, Map<string, Map<string, Kept>>>();

const keyOf = ({ deviceUuid, family }: Pick<DeviceClaims, 'deviceUuid' | 'family'>) => `${deviceUuid}/${family}`;

/** Devices of one tenant, in one message. */
async function read(tools: Tools, tenantId: string, devices: readonly DeviceClaims[]): Promise<(KnownDevice | null)[]> {
  const readAt = performance.now();
  const wanted = devices.map(({ deviceUuid, family }) => ({
    deviceUuid,
    familyHash: Buffer.from(family, 'base64url'),
  }));
  const found = await queryInTenants<object[]>(tools.db.pool, [
    {
      tenantId,
      statements: [
        {
          name: 'find_policy_of_devices',
          text: `select security_policy from tenants where status = 'active'`,
          values: [],
        },
        ...wanted.map(({ deviceUuid, familyHash }) => ({
          name: 'find_known_device',
          text: `select d.device_id, d.device_type, d.last_seen_at
            from device_credentials c join devices d on d.tenant_id = c.tenant_id and d.uuid = c.device_uuid
            where c.device_uuid = $1 and c.family_hash = $2`,
          values: [deviceUuid, familyHash],
        })),
      ],
    },
    {
      tenantId: PROVIDER,
      statements: wanted.map(({ deviceUuid }) => findCounts([failuresAt({ tenantId, uuid: deviceUuid })])),
    },
  ]);
  const [[tenant] = [], ...rows] = found as [{ security_policy: object }[], ...object[][]];
  if (!tenant) return devices.map(() => null);
  const policy = securityPolicy.parse(tenant.security_policy);
  return wanted.map(({ deviceUuid: uuid, familyHash }, n) => {
    const [row] = rows[n] as Row[];
    if (!row) return null;
    const [failures = null] = rows[n + wanted.length] as Count[];
    const { device_id: deviceId, device_type: deviceType, last_seen_at: lastSeenAt } = row;
    return { tenantId, uuid, deviceId, deviceType, familyHash, policy, lastSeenAt, failures, readAt };
  });
}

/** The device a token speaks for, as it was half a second ago at most; null when its credential is good no more. */
export function findKnownDevice(tools: Tools, claims: DeviceClaims): Promise<KnownDevice | null> {
  const tenants = keptOf.get(tools) ?? new Map<string, Map<string, Kept>>();
  keptOf.set(tools, tenants);
  const now = performance.now();
  const hit = tenants.get(claims.tenantId)?.get(keyOf(claims));
  if (hit && hit.readAt + FRESH_MS > now) {
    hit.usedAt = now;
    return hit.device;
  }
  if (tenants.size >= MOST_TENANTS) tenants.clear();
  const kept = tenants.get(claims.tenantId) ?? new Map<string, Kept>();
  tenants.set(claims.tenantId, kept);
  const due = [claims, ...others(kept, claims, now)];
  const devices = read(tools, claims.tenantId, due);
  for (const [n, each] of due.entries())
    keep(
      kept,
      each,
      now,
      devices.then((all) => all[n] ?? null),
    );
  return (kept.get(keyOf(claims)) as Kept).device;
}

/** Which others are read too. Those that have been silent are forgotten. */
function others(kept: Map<string, Kept>, asked: DeviceClaims, now: number): DeviceClaims[] {
  const due: DeviceClaims[] = [];
  for (const [key, { claims, readAt, usedAt }] of kept) {
    if (key === keyOf(asked) || readAt + SOON_MS > now) continue;
    if (usedAt + FRESH_MS <= now) kept.delete(key);
    else if (due.length < MOST_TOGETHER - 1) due.push(claims);
  }
  return due;
}

function keep(kept: Map<string, Kept>, claims: DeviceClaims, now: number, device: Kept['device']): void {
  const key = keyOf(claims);
  const own = { claims, readAt: now, usedAt: kept.get(key)?.usedAt ?? now, device };
  kept.set(key, own);
  // A failed read is not remembered.
  device.catch(() => kept.get(key) === own && kept.delete(key));
}

/** Has a device read anew before its next call. */
export function forgetKnownDevice(tools: Tools, { tenantId, uuid, familyHash }: KnownDevice): void {
  const family = familyHash.toString('base64url');
  keptOf
    .get(tools)
    ?.get(tenantId)
    ?.delete(keyOf({ deviceUuid: uuid, family }));
}

/** Notes that a device speaks, at most once a minute. The call does not wait for it; when it fails, the next one tries. */
export function noteDevice(tools: Tools, device: KnownDevice, now: Date): void {
  const before = device.lastSeenAt;
  if (before !== null && now.getTime() - before.getTime() < NOTED_EVERY_MS) return;
  // Kept for the calls that share this state.
  device.lastSeenAt = now;
  tools.db
    .inTenant(device.tenantId, (tx) => noteSeen(tx, device.uuid, now))
    .catch((error) => {
      device.lastSeenAt = before;
      tools.log.warn({ err: error }, 'that a device spoke was not noted');
    });
}

import { type SecurityPolicy, securityPolicy } from '#contract/security-policy.ts';
import { queryInTenant } from '../../db/one-message.ts';
import type { Tools } from '../../tools.ts';
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
}

/** As of accounts (`http/principals.ts`): what is taken away is gone within a second on every process. */
const FRESH_MS = 500;
const MOST = 20_000;
const NOTED_EVERY_MS = 60_000;

interface Row {
  device_id: string;
  device_type: string;
  last_seen_at: Date | null;
  security_policy: Record<string, unknown>;
}

type Kept = Map<string, { until: number; device: Promise<KnownDevice | null> }>;
const keptOf = new WeakMap<Tools, Kept>();

async function read(tools: Tools, { tenantId, deviceUuid, family }: DeviceClaims): Promise<KnownDevice | null> {
  const familyHash = Buffer.from(family, 'base64url');
  const [row] = await queryInTenant<Row>(tools.db.pool, tenantId, {
    name: 'find_known_device',
    text: `select d.device_id, d.device_type, d.last_seen_at, t.security_policy
      from device_credentials c
      join devices d on d.tenant_id = c.tenant_id and d.uuid = c.device_uuid
      join tenants t on t.tenant_id = c.tenant_id
      where c.device_uuid = $1 and c.family_hash = $2 and t.status = 'active'`,
    values: [deviceUuid, familyHash],
  });
  if (!row) return null;
  const { device_id: deviceId, device_type: deviceType, last_seen_at: lastSeenAt } = row;
  const policy = securityPolicy.parse(row.security_policy);
  return { tenantId, uuid: deviceUuid, deviceId, deviceType, familyHash, policy, lastSeenAt };
}

/** The device a token speaks for, as it was half a second ago at most; null when its credential is good no more. */
export function findKnownDevice(tools: Tools, claims: DeviceClaims): Promise<KnownDevice | null> {
  const kept: Kept = keptOf.get(tools) ?? new Map();
  keptOf.set(tools, kept);
  const key = `${claims.tenantId}/${claims.deviceUuid}/${claims.family}`;
  const now = performance.now();
  const hit = kept.get(key);
  if (hit && hit.until > now) return hit.device;
  if (kept.size >= MOST) kept.clear();
  const device = read(tools, claims);
  kept.set(key, { until: now + FRESH_MS, device });
  // A failed read is not remembered.
  device.catch(() => kept.delete(key));
  return device;
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

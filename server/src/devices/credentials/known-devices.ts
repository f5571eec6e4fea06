import { fail } from '#contract/errors.ts';
import { type SecurityPolicy, securityPolicy } from '#contract/security-policy.ts';
import { type Count, findCounts } from '../../platform/limits/throttle.ts';
import type { FreshCache } from '../../platform/db/fresh-cache.ts';
import { queryInTenants } from '../../platform/db/one-message.ts';
import { PROVIDER } from '../../platform/db/transaction.ts';
import { IN_NO_GROUPS, type Principal } from '../../platform/http/principal.ts';
import type { Tools } from '../../platform/tools.ts';
import { failuresAt } from './failures.ts';
import { noteSeen } from './queries.ts';
import type { DeviceClaims } from './tokens.ts';

/** The principal of a device with a valid credential, and its tenant's settings. */
export interface KnownDevice extends Principal {
  uuid: string;
  deviceId: string;
  deviceType: string;
  familyHash: Buffer;
  policy: SecurityPolicy;
  lastSeenAt: Date | null;
  /** Failures counted under `failuresAt`. */
  failures: Count | null;
  /** When it was read, by `performance.now()`. */
  readAt: number;
}

/** The device that calls, on a route for devices. */
export function deviceOf({ caller }: { caller: Principal }): KnownDevice {
  if (caller.actor.type !== 'device') throw fail('forbidden');
  return caller as KnownDevice;
}

/** What log rows say of a device that did something. */
export const deviceActor = (uuid: string, deviceId: string) =>
  ({ type: 'device', id: uuid, name: `device:${deviceId}` }) as const;

const AS_ITSELF: Principal['permissions'] = new Set(['device'] as const);

const NOTED_EVERY_MS = 60_000;

interface Row {
  device_id: string;
  device_type: string;
  last_seen_at: Date | null;
}

/** Reads a device with a valid credential in one round trip. */
async function read(tools: Tools, { tenantId, deviceUuid: uuid, family }: DeviceClaims): Promise<KnownDevice | null> {
  const readAt = performance.now();
  const familyHash = Buffer.from(family, 'base64url');
  const [[tenant], [row], [failures = null]] = await queryInTenants<[{ security_policy: object }, Row, Count]>(
    tools.db.pool,
    [
      {
        tenantId,
        statements: [
          {
            name: 'find_policy_of_devices',
            text: `select security_policy from tenants where status = 'active'`,
            values: [],
          },
          {
            name: 'find_known_device',
            text: `select d.device_id, d.device_type, d.last_seen_at
            from device_credentials c join devices d on d.tenant_id = c.tenant_id and d.uuid = c.device_uuid
            where c.device_uuid = $1 and c.family_hash = $2`,
            values: [uuid, familyHash],
          },
        ],
      },
      { tenantId: PROVIDER, statements: [findCounts([failuresAt({ tenantId, uuid })])] },
    ],
  );
  if (!tenant || !row) return null;
  const policy = securityPolicy.parse(tenant.security_policy);
  const { device_id: deviceId, device_type: deviceType, last_seen_at: lastSeenAt } = row;
  return {
    tenantId,
    actor: deviceActor(uuid, deviceId),
    permissions: AS_ITSELF,
    inGroups: IN_NO_GROUPS,
    client: null,
    provedAt: null,
    uuid,
    deviceId,
    deviceType,
    familyHash,
    policy,
    lastSeenAt,
    failures,
    readAt,
  };
}

const keptOf = new WeakMap<Tools, FreshCache<KnownDevice | null>>();

/** As for accounts (`http/known-accounts.ts`): a revocation takes effect on every process within a second. */
function cacheOf(tools: Tools): FreshCache<KnownDevice | null> {
  const kept = keptOf.get(tools) ?? tools.caches.open({ age: 500, most: 20_000, of: ['devices', 'tenants'] });
  keptOf.set(tools, kept);
  return kept;
}

/** The device of a token, at most half a second old; null if its credential is no longer valid. */
export function findKnownDevice(tools: Tools, claims: DeviceClaims): Promise<KnownDevice | null> {
  const { tenantId, deviceUuid, family } = claims;
  return cacheOf(tools).get(tenantId, `${deviceUuid}/${family}`, () => read(tools, claims));
}

/** Drops a device from the cache, so that its next call reads it from the database. */
export function forgetKnownDevice(tools: Tools, { tenantId, uuid }: KnownDevice): void {
  cacheOf(tools).forget(tenantId, `${uuid}/`);
}

/**
 * Updates when a device was last seen, at most once a minute. Not awaited by the call; after a failure the next call
 * retries.
 */
export function noteDevice(tools: Tools, device: KnownDevice, now: Date): void {
  const before = device.lastSeenAt;
  if (before !== null && now.getTime() - before.getTime() < NOTED_EVERY_MS) return;
  // Stored on the entry that concurrent calls share.
  device.lastSeenAt = now;
  tools.db
    .inTenant(device.tenantId, (tx) => noteSeen(tx, device.uuid, now))
    .catch((error) => {
      device.lastSeenAt = before;
      tools.log.warn({ err: error }, 'that a device spoke was not noted');
    });
}

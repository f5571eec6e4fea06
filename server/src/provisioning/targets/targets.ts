import { fail } from '#contract/errors.ts';
import { inOrder, MAX_TARGETS, provisionedStates, type TargetFailure } from '#contract/provisioning/target-values.ts';
import type { createTarget as creating, ProvisioningTarget, updateTarget } from '#contract/provisioning/targets.ts';
import type { BodyOf } from '#contract/route.ts';
import { isUuid, newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { violates } from '../../platform/db/violation.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import { refuseConflict } from '../../platform/http/conflict.ts';
import { spendTry } from '../../platform/limits/throttle.ts';
import type { Tools } from '../../platform/tools.ts';
import * as queries from './queries.ts';
import { Refused, scimClient } from './scim-client.ts';
import { openToken, sealToken } from './token.ts';

const settingsOf = (row: queries.Target, groups: readonly string[]) => ({
  ...{ name: row.name, address: row.address, active: row.active, assignment: row.assignment, clientId: row.client_id },
  ...{
    groups: [...groups],
    onRemoval: row.on_removal,
    maxLeavingPercent: row.max_leaving_percent,
    mapping: inOrder(row.mapping),
  },
});
type Settings = ReturnType<typeof settingsOf>;

const columnsOf = ({ clientId, onRemoval, maxLeavingPercent, groups: _, mapping, ...same }: Settings) => ({
  ...{ ...same, client_id: clientId, on_removal: onRemoval, max_leaving_percent: maxLeavingPercent },
  mapping: JSON.stringify(mapping),
});

const iso = (date: Date | null) => date?.toISOString() ?? null;

function toTarget(row: queries.TargetRow): ProvisioningTarget {
  const isFailing = row.failures > 0;
  const users = provisionedStates.map((state) => [state, row.users[state] ?? 0]);
  return {
    ...settingsOf(row, row.groups),
    ...{ uuid: row.uuid, stopReason: row.stop_reason, stoppedAt: iso(row.stopped_at) },
    ...{
      failingSince: iso(row.failing_since),
      failure: row.failure as TargetFailure | null,
      status: row.failure_status,
    },
    nextAt: row.active && isFailing ? row.held_until.toISOString() : null,
    ...{ lastPushedAt: iso(row.last_pushed_at), comparedAt: iso(row.passed_at), heldAt: iso(row.held_at) },
    users: Object.fromEntries(users) as ProvisioningTarget['users'],
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** The targets of the transaction's tenant, by name. */
export const listTargets = async (tx: Tx): Promise<ProvisioningTarget[]> =>
  (await queries.listTargets(tx)).map(toTarget);

/** One of them. Throws `not_found`. */
export async function getTarget(tx: Tx, uuid: string): Promise<ProvisioningTarget> {
  const row = isUuid(uuid) ? await queries.findTarget(tx, uuid) : undefined;
  if (!row) throw fail('not_found');
  return toTarget(row);
}

/** One of them as it is stored. Throws `not_found`. */
export async function findStored(tx: Tx, uuid: string): Promise<queries.Target> {
  const row = isUuid(uuid) ? await queries.findSettings(tx, uuid) : undefined;
  if (!row) throw fail('not_found');
  return row;
}

/** One of them, locked. Throws `not_found`. */
export async function holdTarget(tx: Tx, uuid: string): Promise<queries.Target> {
  const row = isUuid(uuid) ? await queries.holdTarget(tx, uuid) : undefined;
  if (!row) throw fail('not_found');
  return row;
}

const refuseTaken = (error: unknown): never => {
  if (violates(error, 'provisioning_targets_by_name')) throw fail('duplicated', { field: 'name', cause: error });
  throw error;
};

function refusePrivateAddress(tools: Tools, address: string): void {
  if (!tools.outgoing.mayCall(address)) throw fail('address_not_allowed', { field: 'address' });
}

async function saveAssignment(tx: Tx, tenantId: string, uuid: string, { clientId, groups }: Settings): Promise<void> {
  if (clientId !== null && !(await queries.isApp(tx, clientId))) throw fail('not_found', { field: 'clientId' });
  if (!(await queries.setGroups(tx, tenantId, uuid, groups))) throw fail('not_found', { field: 'groups' });
}

/** What the log says of the settings: of an address the origin alone, because the rest may be a secret. */
export const asLogged = ({ address, groups, mapping: _, ...rest }: Settings) => ({
  ...{ ...rest, address: new URL(address).origin, assignedGroups: groups.length },
});

/** Throws `conflict` if there are too many, `duplicated`, `address_not_allowed`, and `not_found` for an unknown app or group. */
export async function createTarget(
  tools: Tools,
  tx: Tx,
  tenantId: string,
  { token, ...given }: BodyOf<typeof creating>,
  now: Date,
): Promise<ProvisioningTarget> {
  refusePrivateAddress(tools, given.address);
  if ((await queries.countTargets(tx)) >= MAX_TARGETS) throw fail('conflict');
  const uuid = newUuid();
  const row = {
    ...{ tenant_id: tenantId, uuid, ...columnsOf(given), created_at: now, updated_at: now },
    ...{ sealed_token: sealToken(tools.sealer, { tenant_id: tenantId, uuid }, token) },
    ...{ pass_at: now, held_until: now, served_at: now },
    ...(given.active ? {} : { stop_reason: 'administrator' as const, stopped_at: now }),
  };
  await queries.insertTarget(tx, row).catch(refuseTaken);
  await saveAssignment(tx, tenantId, uuid, given);
  return getTarget(tx, uuid);
}

/**
 * Throws `not_found`, `conflict` with the fields that are not as expected, `duplicated`, `address_not_allowed`, and
 * `invalid_params` for an assignment without its app, and for another host without its token.
 */
export async function changeTarget(
  tools: Tools,
  tx: Tx,
  uuid: string,
  { expected, token, ...given }: BodyOf<typeof updateTarget>,
  now: Date,
): Promise<{ target: ProvisioningTarget; changes: Changes }> {
  const held = await holdTarget(tx, uuid);
  const before = settingsOf(held, await queries.listGroups(tx, uuid));
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  refuseConflict({ ...named, expected }, before);
  const after = fitted({ ...before, ...named });
  const changes = changedFields(asLogged(before), asLogged(after));
  const hasMoved = after.address !== before.address;
  if (hasMoved) {
    refusePrivateAddress(tools, after.address);
    changes.address ??= {};
    if (new URL(after.address).origin !== new URL(before.address).origin && token === undefined)
      throw fail('invalid_params', { field: 'token' });
  }
  const isMapped = JSON.stringify(inOrder(after.mapping)) !== JSON.stringify(before.mapping);
  if (isMapped) changes.mapping ??= {};
  if (token !== undefined) changes.token ??= {};
  if (JSON.stringify(after.groups) !== JSON.stringify(before.groups)) changes.assignedGroups ??= {};
  if (Object.keys(changes).length === 0) return { target: await getTarget(tx, uuid), changes };
  const isSwitched = before.active !== after.active;
  const isAnew = hasMoved || token !== undefined || (isSwitched && after.active);
  await queries
    .updateTarget(tx, uuid, {
      ...{ ...columnsOf(after), updated_at: now },
      ...(token !== undefined && { sealed_token: sealToken(tools.sealer, held, token) }),
      ...(isSwitched && { stop_reason: after.active ? null : 'administrator', stopped_at: after.active ? null : now }),
      // A new walk, with these settings.
      ...{ pass_phase: null, pass_after: null, pass_began_at: null, pass_at: now, passed_at: null },
      // What failed may be mended.
      ...(isAnew && {
        failures: 0,
        failing_since: null,
        failed_at: null,
        failure: null,
        held_until: now,
        patches: null,
      }),
      // It may be another app: what a process has in hand is not noted, and what was compared is of the one before.
      ...(hasMoved && { claim: held.claim + 1, claimed_until: null, compare_state: null, compare_at: null }),
    })
    .catch(refuseTaken);
  if (hasMoved) await queries.forgetUsers(tx, uuid);
  await saveAssignment(tx, held.tenant_id, uuid, after);
  if (isAnew) await queries.hurry(tx, uuid, now);
  return { target: await getTarget(tx, uuid), changes };
}

/** The app and the groups belong to their assignments. Throws `invalid_params`. */
function fitted(settings: Settings): Settings {
  const { assignment, clientId, groups } = settings;
  if (assignment === 'app' && clientId === null) throw fail('invalid_params', { field: 'clientId' });
  return {
    ...settings,
    clientId: assignment === 'app' ? clientId : null,
    groups: assignment === 'groups' ? groups : [],
  };
}

/** With what is known of its users. Throws `not_found`. */
export async function deleteTarget(tx: Tx, uuid: string): Promise<string> {
  const { name } = await holdTarget(tx, uuid);
  await queries.deleteTarget(tx, uuid);
  return name;
}

/** Asks an app what it can. Throws `not_found`, and `too_many_requests` after ten within a minute. */
export async function testTarget(tools: Tools, tenantId: string, uuid: string, now: Date) {
  const row = await tools.db.reading(tenantId, (tx) => findStored(tx, uuid));
  const limit = { name: 'targetTest', key: `${tenantId}/${uuid}`, most: 10, withinSeconds: 60 };
  await spendTry(tools.db, [limit], now);
  const api = tools.outgoing.api(row.address);
  const begun = performance.now();
  const ended = () => ({ millis: Math.round(performance.now() - begun) });
  try {
    const client = scimClient(api, { address: row.address, token: openToken(tools.sealer, row) }, tools.clock);
    const said = await client.configuration();
    // Not every app asks for the token there.
    await client.find('externalId', uuid);
    return { ...{ connected: true, status: 200, failure: null, answer: '' }, ...said, ...ended() };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { failure, status, answer } = error.refusal;
    return { ...{ connected: false, status, failure, answer: answer ?? '', patches: null, filters: null }, ...ended() };
  } finally {
    api.close();
  }
}

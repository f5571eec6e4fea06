import type { Selectable } from 'kysely';
import { fail } from '#contract/errors.ts';
import type { createSource as creating, ProvisioningSource, updateSource } from '#contract/provisioning/sources.ts';
import { MAX_SOURCES, SCIM_PATH } from '#contract/provisioning/values.ts';
import type { BodyOf } from '#contract/route.ts';
import { isUuid, newUuid } from '../../platform/crypto/uuid.ts';
import type { ProvisioningSources } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { violates } from '../../platform/db/violation.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import { refuseConflict } from '../../platform/http/conflict.ts';
import type { Tools } from '../../platform/tools.ts';
import { type Exclusions, namesOf } from '../exclusions/exclusions.ts';
import * as queries from './queries.ts';
import { release } from './releasing.ts';

const settingsOf = (row: Selectable<ProvisioningSources>) => ({
  displayName: row.display_name,
  enabled: row.enabled,
  deleteBehavior: row.delete_behavior,
  adoption: row.adoption,
  maxLeaving: row.max_leaving,
  maxLeavingPercent: row.max_leaving_percent,
  excludedUsers: row.excluded_users,
  excludedGroups: row.excluded_groups,
  excludedPatterns: row.excluded_patterns,
});

const columnsOf = (settings: ReturnType<typeof settingsOf>) => ({
  display_name: settings.displayName,
  enabled: settings.enabled,
  delete_behavior: settings.deleteBehavior,
  adoption: settings.adoption,
  max_leaving: settings.maxLeaving,
  max_leaving_percent: settings.maxLeavingPercent,
  excluded_users: settings.excludedUsers,
  excluded_groups: settings.excludedGroups,
  excluded_patterns: settings.excludedPatterns,
});

/** What the log says of the settings: whom it excludes, by name. */
async function asLogged(tx: Tx, settings: ReturnType<typeof settingsOf>) {
  const { users, groups } = await namesOf(tx, settings);
  const named = (uuids: readonly string[], names: ReadonlyMap<string, string>) =>
    uuids.map((uuid) => names.get(uuid) ?? uuid).sort();
  const { excludedUsers, excludedGroups, excludedPatterns, ...rest } = settings;
  return {
    ...rest,
    excludedUsers: named(excludedUsers, users),
    excludedGroups: named(excludedGroups, groups),
    excludedPatterns,
  };
}

/** Whom it excludes anew has to be there; who is gone meanwhile may stay excluded. Throws `not_found`. */
async function refuseUnknown(tx: Tx, after: Exclusions, before: Exclusions): Promise<void> {
  const { users, groups } = await namesOf(tx, after);
  const isUnknown = (uuids: readonly string[], known: ReadonlyMap<string, string>, were: readonly string[]) =>
    uuids.some((uuid) => !known.has(uuid) && !were.includes(uuid));
  if (isUnknown(after.excludedUsers, users, before.excludedUsers)) throw fail('not_found', { field: 'excludedUsers' });
  if (isUnknown(after.excludedGroups, groups, before.excludedGroups))
    throw fail('not_found', { field: 'excludedGroups' });
}

const excludesNobody: Exclusions = { excludedUsers: [], excludedGroups: [], excludedPatterns: [] };

const toSource = (tools: Tools, row: queries.SourceRow): ProvisioningSource => ({
  ...settingsOf(row),
  ...{ uuid: row.uuid, kind: row.kind, scimUrl: tools.config.publicUrl + SCIM_PATH },
  ...{ users: row.users, quarantined: row.quarantined, activeTokens: row.active_tokens },
  startedAt: row.started_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** The sources of the transaction's tenant, by name. */
export const listSources = async (tools: Tools, tx: Tx, now: Date): Promise<ProvisioningSource[]> =>
  (await queries.listSources(tx, now)).map((row) => toSource(tools, row));

/** One of them. Throws `not_found`. */
export async function getSource(tools: Tools, tx: Tx, uuid: string, now: Date): Promise<ProvisioningSource> {
  const row = isUuid(uuid) ? await queries.findSource(tx, uuid, now) : undefined;
  if (!row) throw fail('not_found');
  return toSource(tools, row);
}

/** Holds a source until the transaction ends; answers its name. Throws `not_found`. */
export async function holdSource(tx: Tx, uuid: string) {
  const row = isUuid(uuid) ? await queries.holdSource(tx, uuid) : undefined;
  if (!row) throw fail('not_found');
  return row;
}

const refuseTaken = (error: unknown): never => {
  if (violates(error, 'provisioning_sources_by_name')) throw fail('duplicated', { field: 'displayName', cause: error });
  throw error;
};

/** Throws `conflict` if there are too many, `duplicated` for a name that another has, and `not_found` for whom it excludes. */
export async function createSource(
  tools: Tools,
  tx: Tx,
  tenantId: string,
  given: BodyOf<typeof creating>,
  now: Date,
): Promise<{ source: ProvisioningSource; changes: Changes }> {
  if ((await queries.countSources(tx)) >= MAX_SOURCES) throw fail('conflict');
  const row = { kind: given.kind, ...columnsOf(given) };
  const uuid = newUuid();
  const times = { started_at: given.enabled ? now : null, created_at: now, updated_at: now };
  await queries.insertSource(tx, { tenant_id: tenantId, uuid, ...row, ...times }).catch(refuseTaken);
  await refuseUnknown(tx, given, excludesNobody);
  const told = Object.entries({ kind: given.kind, ...(await asLogged(tx, given)) }).filter(
    ([, value]) => !Array.isArray(value) || value.length > 0,
  );
  const changes: Changes = Object.fromEntries(told.map(([key, after]) => [key, { after }]));
  return { source: await getSource(tools, tx, uuid, now), changes };
}

/** Throws `not_found`, `conflict` with the fields that are not as expected, and `duplicated`. */
export async function changeSource(
  tools: Tools,
  tx: Tx,
  uuid: string,
  { expected, ...given }: BodyOf<typeof updateSource>,
  now: Date,
): Promise<{ source: ProvisioningSource; changes: Changes }> {
  const held = await holdSource(tx, uuid);
  const before = settingsOf(held);
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  refuseConflict({ ...named, expected }, before);
  const after = { ...before, ...named };
  await refuseUnknown(tx, after, before);
  const changed = Object.keys(changedFields(before, after));
  const changes = changedFields(await asLogged(tx, before), await asLogged(tx, after));
  // Two groups may have one name.
  for (const field of changed) changes[field] ??= {};
  if (changed.length > 0) {
    const started_at = held.started_at ?? (after.enabled ? now : null);
    await queries.updateSource(tx, uuid, { ...columnsOf(after), started_at, updated_at: now }).catch(refuseTaken);
  }
  return { source: await getSource(tools, tx, uuid, now), changes };
}

/** Its users and groups are the tenant's own from then on, of many users soon. Throws `not_found`. */
export async function deleteSource(tools: Tools, tx: Tx, uuid: string, now: Date): Promise<string> {
  const { tenant_id: tenantId, display_name: name } = await holdSource(tx, uuid);
  await release(tools, tx, { tenantId, uuid }, now);
  return name;
}

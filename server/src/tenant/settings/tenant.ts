import { createHash } from 'node:crypto';
import type { getTenant, updateTenant } from '#contract/tenant/tenant.ts';
import { EXTENSION_ATTRIBUTES } from '#contract/limits.ts';
import { fail } from '#contract/errors.ts';
import type { AnswerOf, BodyOf } from '#contract/route.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { requireRecentProof } from '../../platform/http/recent-proof.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { savePolicy } from '../policies/security-policy.ts';
import * as queries from './queries.ts';

/** The stored part of the `securityPolicy` of the transaction's tenant; null if it does not exist or is suspended. */
export const readTenantPolicy = queries.readTenantPolicy;

type Tenant = AnswerOf<typeof getTenant>;

type Basics = Pick<Tenant, 'name' | 'country' | 'region' | 'locale' | 'timezone'>;

const basicsOf = ({ name, country, region, locale, timezone }: Basics): Basics => ({
  name,
  country,
  region,
  locale,
  timezone,
});

/** The custom fields with their names; null: unnamed. */
const itemNames = (properties: Record<string, { name: string } | undefined>) =>
  Object.fromEntries(EXTENSION_ATTRIBUTES.map((item) => [item, properties[item]?.name ?? null]));

/** Version of settings: a hash of their content, so equal settings have equal versions. */
const versionOf = (settings: Basics | ReturnType<typeof itemNames>) =>
  createHash('sha256')
    .update(JSON.stringify(Object.values(settings)))
    .digest('base64url')
    .slice(0, 22);

function toTenant(row: NonNullable<Awaited<ReturnType<typeof queries.readTenant>>>): Tenant {
  const properties = row.user_extension_attribute_properties as Tenant['userExtensionAttributeProperties'];
  return {
    tenantId: row.tenant_id,
    name: row.name,
    country: row.country,
    region: row.region,
    locale: row.locale,
    timezone: row.timezone,
    userExtensionAttributeProperties: properties,
    securityPolicy: securityPolicy.parse(row.security_policy),
    users: row.users,
    userLimit: row.user_limit,
    securityPolicyVersion: row.security_policy_version,
    basicVersion: versionOf(basicsOf(row)),
    itemNamesVersion: versionOf(itemNames(properties)),
  };
}

/** The tenant for its administrators. Throws `not_found`. */
export async function readTenant(tx: Tx): Promise<Tenant> {
  const row = await queries.readTenant(tx);
  if (!row) throw fail('not_found');
  return toTenant(row);
}

/** Throws `conflict` if a field to change is not as it was read. */
function refuseConflict(given: BodyOf<typeof updateTenant>, before: Tenant): void {
  for (const version of ['basicVersion', 'itemNamesVersion'] as const) {
    if (given[version] !== undefined && given[version] !== before[version]) throw fail('conflict');
  }
}

/** A policy's fields under their names in the log. */
const inPolicy = (changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).map(([field, change]) => [`securityPolicy.${field}`, change]));

/**
 * Changes the given fields of the tenant and returns the tenant. Changing the policy requires a recent proof. Throws
 * `not_found`, `conflict`, and what `savePolicy` throws.
 */
export async function changeTenant(
  tools: Tools,
  tx: Tx,
  given: BodyOf<typeof updateTenant>,
  operator: Caller,
  now: Date,
  audit: (changes: Changes | null) => Promise<void>,
): Promise<Tenant> {
  if (given.securityPolicy) requireRecentProof(operator, now);
  const row = await queries.holdTenant(tx);
  if (!row) throw fail('not_found');
  const before = toTenant(row);
  refuseConflict(given, before);
  const basics = basicsOf({ ...before, ...given });
  const properties = given.userExtensionAttributeProperties ?? before.userExtensionAttributeProperties;
  const changes = {
    ...changedFields(basicsOf(before), basics),
    ...changedFields(itemNames(before.userExtensionAttributeProperties), itemNames(properties)),
  };
  if (Object.keys(changes).length > 0) {
    const values = { ...basics, user_extension_attribute_properties: JSON.stringify(properties), updated_at: now };
    await queries.updateTenant(tx, before.tenantId, values);
  }
  if (given.securityPolicy) {
    const draft = { fields: given.securityPolicy, version: given.securityPolicyVersion ?? 0 };
    Object.assign(changes, inPolicy(await savePolicy(tools, tx, before.tenantId, draft, operator, now)));
  }
  if (Object.keys(changes).length === 0) {
    await audit(null);
    return before;
  }
  await audit(changes);
  return readTenant(tx);
}

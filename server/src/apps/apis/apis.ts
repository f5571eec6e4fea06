import { audienceMistake, MOST_APIS } from '#contract/apps/api-values.ts';
import type { OauthApiAnswer, OauthApiChanges, OauthApiInput } from '#contract/apps/oauth-apis.ts';
import { fail } from '#contract/errors.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import { refuseConflict } from '../../platform/http/conflict.ts';
import { listConfidential, takeApiFromClients } from '../clients/oauth-clients.ts';
import * as queries from './queries.ts';

const toApi = (row: queries.ApiRow): OauthApiAnswer => ({
  apiId: row.api_id,
  name: row.name,
  audience: row.audience,
  scopes: row.scopes,
  checkingApps: row.checking_apps,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** A scope of an API as consents have it: scopes of two APIs may have one name. No audience and no scope has a `#`. */
export const consentedAs = (audience: string, scope: string): string => `${audience}#${scope}`;
export const isNoApiScope = (consented: string): boolean => !consented.includes('#');

/** What the log says of a new one. */
export const createdFields = ({ name, audience, scopes, checkingApps }: OauthApiAnswer): Changes => ({
  ...{ name: { after: name }, audience: { after: audience }, scopes: { after: scopes } },
  checkingApps: { after: checkingApps },
});

/** The APIs of the transaction's tenant, by name. */
export async function listApis(tx: Tx): Promise<OauthApiAnswer[]> {
  return (await queries.listApis(tx)).map(toApi);
}

/** Throws `invalid_params` for apps that are not the tenant's, or have no secret to prove themselves with. */
async function refuseUnknownApps(tx: Tx, checkingApps: readonly string[]): Promise<void> {
  const known = new Set(await listConfidential(tx, checkingApps));
  const at = checkingApps.findIndex((clientId) => !known.has(clientId));
  if (at >= 0) throw fail('invalid_params', { field: `checkingApps.${at}` });
}

/**
 * Registers an API of a tenant. Throws `invalid_params` (an audience that is not the tenant's, unknown apps),
 * `duplicated_params_audience`, `exceeded_apps`.
 */
export async function createApi(
  tx: Tx,
  { tenantId, publicUrl, now }: { tenantId: string; publicUrl: string; now: Date },
  { name, audience, scopes, checkingApps }: OauthApiInput,
): Promise<OauthApiAnswer> {
  if (audienceMistake(audience, tenantId, new URL(publicUrl).origin))
    throw fail('invalid_params', { field: 'audience' });
  await refuseUnknownApps(tx, checkingApps);
  if ((await queries.countApis(tx)) >= MOST_APIS) throw fail('exceeded_apps');
  const row = await queries.insertApi(tx, {
    tenant_id: tenantId,
    api_id: newUuid(),
    name,
    audience,
    scopes: JSON.stringify(scopes),
    checking_apps: checkingApps,
    created_at: now,
    updated_at: now,
  });
  return toApi(row);
}

/**
 * Changes an API. Scopes that it no longer has are taken from the apps, whose tokens end. Throws `not_found`, `conflict`,
 * `invalid_params` (unknown apps).
 */
export async function changeApi(
  tx: Tx,
  apiId: string,
  given: OauthApiChanges,
  now: Date,
): Promise<{ api: OauthApiAnswer; changes: Changes }> {
  const row = await queries.holdApi(tx, apiId);
  if (!row) throw fail('not_found');
  const before = toApi(row);
  refuseConflict(given, { ...before });
  const { expected: _, ...input } = given;
  // Apps that were deleted meanwhile stay in the list until somebody takes them out.
  await refuseUnknownApps(
    tx,
    input.checkingApps.filter((clientId) => !before.checkingApps.includes(clientId)),
  );
  const changes = changedFields({ ...before }, { ...input });
  if (Object.keys(changes).length === 0) return { api: before, changes };
  const api = toApi(
    await queries.updateApi(tx, apiId, {
      name: input.name,
      scopes: JSON.stringify(input.scopes),
      checking_apps: input.checkingApps,
      updated_at: now,
    }),
  );
  const kept = input.scopes.map(({ name }) => name);
  if (before.scopes.some(({ name }) => !kept.includes(name))) await takeApiFromClients(tx, before.audience, kept, now);
  return { api, changes };
}

/** Deletes an API and takes it from the apps, whose tokens end. Returns its name. Throws `not_found`. */
export async function deleteApi(tx: Tx, apiId: string, now: Date): Promise<string> {
  const row = await queries.holdApi(tx, apiId);
  if (!row) throw fail('not_found');
  await takeApiFromClients(tx, row.audience, [], now);
  await queries.deleteApi(tx, apiId);
  return row.name;
}

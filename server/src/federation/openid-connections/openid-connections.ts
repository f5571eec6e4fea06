import { fail } from '#contract/errors.ts';
import type {
  createOpenidConnection,
  OpenidConnection,
  updateOpenidConnection,
} from '#contract/federation/openid-connections.ts';
import {
  callbackPath,
  CYBOZU_SCOPES,
  MAX_OPENID_CONNECTIONS,
  type OpenidKind,
} from '#contract/federation/openid-values.ts';
import type { BodyOf } from '#contract/route.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { violates } from '../../platform/db/violation.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import { refuseConflict } from '../../platform/http/conflict.ts';
import { openidClientContext } from '../../platform/secrets/sealed-columns.ts';
import type { Tools } from '../../platform/tools.ts';
import { type Connection, connectionImpact, refuseLastConnection } from '../../sign-in/impact/connection-impact.ts';
import { type DomainRules, isOpenToDomain } from '../email-domains/domain-rules.ts';
import { domainsSentTo, dropConnection } from '../email-domains/email-domains.ts';
import { countLinked, countLinkedOf, deleteLinks } from '../linking/links.ts';
import { deleteMapping } from '../mapping/mapping.ts';
import { deleteTraces, listTraces } from '../traces/traces.ts';
import { deleteUnknownUsers } from '../unknown-users/unknown-users.ts';
import * as queries from './queries.ts';

export {
  type ConnectionRow,
  findConnection,
  findConnectionByUuid,
  holdConnection,
  learnDirectory,
  noteTested,
} from './queries.ts';

/** Its pattern, for the router and the log. */
export const CALLBACK = callbackPath(':tenantId', ':opId');

export const redirectUriOf = (tools: Tools, row: Pick<queries.ConnectionRow, 'tenant_id' | 'op_id'>): string =>
  tools.config.publicUrl + callbackPath(row.tenant_id, row.op_id);

const SCOPES = ['openid', 'profile', 'email'];

/** Where cybozu.com has a customer. */
const cybozuUrl = (tools: Tools, subdomain: string) =>
  tools.config.CYBOZU_URL.replace('{subdomain}', subdomain).replace(/\/+$/, '');

/** What an administrator can change, as it is. */
const settingsOf = (row: queries.ConnectionRow) => ({
  displayName: row.display_name,
  clientId: row.client_id,
  enabled: row.enabled,
  jitProvisioning: row.jit_provisioning,
  directoryIds: row.directory_ids,
  enabledDomains: row.enabled_domains,
  disabledDomains: row.disabled_domains,
  ...(row.kind === 'cybozu'
    ? { subdomain: row.subdomain ?? '', recordApp: row.record_app, recordScopes: row.scopes }
    : { subdomain: '', recordApp: null, recordScopes: CYBOZU_SCOPES }),
});

function toConnection(tools: Tools, row: queries.ConnectionRow, linkedUsers: number): OpenidConnection {
  return {
    ...settingsOf(row),
    ...{ opId: row.op_id, uuid: row.uuid, kind: row.kind as OpenidKind, issuer: row.issuer },
    redirectUri: redirectUriOf(tools, row),
    linkedUsers,
    testedAt: row.tested_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** The OpenID providers of the transaction's tenant, by name. */
export async function listConnections(tools: Tools, tx: Tx): Promise<OpenidConnection[]> {
  const rows = await queries.listConnections(tx);
  const linked = await countLinkedOf(
    tx,
    rows.map(({ uuid }) => uuid),
  );
  return rows.map((row) => toConnection(tools, row, linked.get(row.uuid) ?? 0));
}

/** One by its ID. Throws `not_found`. */
export async function getConnection(tools: Tools, tx: Tx, opId: string): Promise<OpenidConnection> {
  const row = await queries.findConnection(tx, opId);
  if (!row) throw fail('not_found');
  return toConnection(tools, row, await countLinked(tx, row.uuid));
}

const sealSecret = (tools: Tools, tenantId: string, uuid: string, secret: string) =>
  tools.sealer.seal(secret, openidClientContext(tenantId, uuid));

/** The client secret of a connection. */
export const openSecret = (tools: Tools, row: queries.ConnectionRow): string =>
  tools.sealer.open(row.sealed_client_secret, openidClientContext(row.tenant_id, row.uuid)).toString('utf8');

/**
 * Adds a provider, not yet enabled unless said. Throws `duplicated_params_opId`, `conflict` if there are too many (of
 * cybozu.com one), `address_not_allowed` for an issuer that this server would never call, and `invalid_params`.
 */
export async function createConnection(
  tools: Tools,
  tx: Tx,
  tenantId: string,
  given: BodyOf<typeof createOpenidConnection>,
  now: Date,
): Promise<OpenidConnection> {
  const own = ownColumns(tools, given.kind, given) ?? {
    issuer: given.issuer ?? tools.config.office365Issuer,
    scopes: SCOPES,
  };
  refuseAddress(tools, own.issuer);
  if ((await queries.countConnections(tx)) >= MAX_OPENID_CONNECTIONS) throw fail('conflict');
  if (given.kind === 'cybozu' && (await queries.hasCybozu(tx))) throw fail('conflict');
  const uuid = newUuid();
  const row = {
    ...{ tenant_id: tenantId, uuid, op_id: given.opId, kind: given.kind, ...own },
    ...columnsOf(given.kind === 'cybozu' ? { ...given, ...WITHOUT_DOMAINS } : given),
    sealed_client_secret: sealSecret(tools, tenantId, uuid, given.clientSecret),
    ...{ created_at: now, updated_at: now },
  };
  try {
    await queries.insertConnection(tx, row);
  } catch (error) {
    if (violates(error, 'duplicated_params_opId'))
      throw fail('duplicated_params_opId', { field: 'opId', cause: error });
    throw error;
  }
  return getConnection(tools, tx, given.opId);
}

function refuseAddress(tools: Tools, address: string): void {
  if (!tools.outgoing.mayCall(address)) throw fail('address_not_allowed', { field: 'issuer' });
}

type Settings = Parameters<typeof columnsOf>[0];

/** What follows from what only cybozu.com has; undefined for other kinds. Throws `invalid_params` where it is missing. */
function ownColumns(tools: Tools, kind: string, { subdomain, recordApp, recordScopes }: Settings) {
  if (kind !== 'cybozu') return undefined;
  if (subdomain === '') throw fail('invalid_params', { field: 'subdomain' });
  if (recordApp === null) throw fail('invalid_params', { field: 'recordApp' });
  const issuer = cybozuUrl(tools, subdomain);
  return { issuer, subdomain, record_app: recordApp, scopes: [...new Set(recordScopes)] };
}

const columnsOf = (given: ReturnType<typeof settingsOf>) => ({
  display_name: given.displayName.trim(),
  client_id: given.clientId,
  enabled: given.enabled,
  jit_provisioning: given.jitProvisioning,
  directory_ids: [...new Set(given.directoryIds)],
  enabled_domains: given.enabledDomains,
  disabled_domains: given.disabledDomains,
});

/** cybozu.com says no address. */
const WITHOUT_DOMAINS = { enabledDomains: [], disabledDomains: [] };

/** A domain whose users are sent to the provider stays open there. Throws `cannot_update_enabledDomains`. */
async function refuseClosing(tx: Tx, row: queries.ConnectionRow, rules: DomainRules): Promise<void> {
  const closed = (await domainsSentTo(tx, row.uuid)).find((domain) => !isOpenToDomain(rules, domain));
  if (closed === undefined) return;
  const field = rules.disabled_domains.includes(closed) ? 'disabledDomains' : 'enabledDomains';
  throw fail('cannot_update_enabledDomains', { field });
}

const asConnection = (row: queries.ConnectionRow): Connection => ({
  ...{ type: row.kind as OpenidKind, id: row.op_id, uuid: row.uuid, enabled: row.enabled },
});

/** Who needs a provider to sign in. Throws `not_found`. */
export async function impactOf(tx: Tx, opId: string, caller: string) {
  const row = await queries.findConnection(tx, opId);
  if (!row) throw fail('not_found');
  return connectionImpact(tx, asConnection(row), caller);
}

/**
 * Changes a provider. A new client has to be tested anew. Throws `not_found`, `conflict`, as `createConnection`,
 * `cannot_update_enabledDomains` for a domain whose users are sent to it, and
 * `last_administrator` where it is switched off and no administrator could sign in any more.
 */
export async function updateConnection(
  tools: Tools,
  tx: Tx,
  opId: string,
  given: BodyOf<typeof updateOpenidConnection>,
  now: Date,
): Promise<{ connection: OpenidConnection; changes: Changes }> {
  const row = await queries.holdConnection(tx, opId);
  if (!row) throw fail('not_found');
  const { expected: _, clientSecret, ...sent } = given;
  refuseConflict(given, settingsOf(row));
  if (row.enabled && !sent.enabled) await refuseLastConnection(tx, asConnection(row));
  const own = ownColumns(tools, row.kind, sent);
  if (own && own.issuer !== row.issuer) refuseAddress(tools, own.issuer);
  // Of other kinds nothing is kept of what only cybozu.com has.
  const settings = own
    ? { ...sent, ...WITHOUT_DOMAINS }
    : { ...sent, subdomain: '', recordApp: null, recordScopes: CYBOZU_SCOPES };
  await refuseClosing(tx, row, columnsOf(settings));
  const changes = {
    ...changedFields(settingsOf(row), settings),
    // Of a secret only that it changed.
    ...(clientSecret !== undefined && { clientSecret: {} }),
  };
  if (Object.keys(changes).length > 0) {
    const isOtherClient =
      clientSecret !== undefined ||
      ['clientId', 'subdomain', 'recordApp', 'recordScopes'].some((one) => one in changes);
    await queries.updateConnection(tx, row.uuid, {
      ...columnsOf(settings),
      ...own,
      ...(clientSecret !== undefined && {
        sealed_client_secret: sealSecret(tools, row.tenant_id, row.uuid, clientSecret),
      }),
      ...(isOtherClient && { tested_at: null }),
      updated_at: now,
    });
  }
  return { connection: await getConnection(tools, tx, opId), changes };
}

/** Enters the client of a provider that has no users. */
export async function setClient(
  tools: Tools,
  tx: Tx,
  row: queries.ConnectionRow,
  client: { clientId: string; clientSecret: string },
  now: Date,
): Promise<Changes> {
  const input = { ...settingsOf(row), ...client, expected: {} };
  return (await updateConnection(tools, tx, row.op_id, input, now)).changes;
}

/**
 * Deletes a provider with its links; users without another way to sign in ask an administrator. Throws `not_found`, and
 * `last_administrator` as a change.
 */
export async function deleteConnection(
  tx: Tx,
  opId: string,
): Promise<{ displayName: string; uuid: string; linkedUsers: number }> {
  const row = await queries.holdConnection(tx, opId);
  if (!row) throw fail('not_found');
  await refuseLastConnection(tx, asConnection(row));
  const linkedUsers = await countLinked(tx, row.uuid);
  await deleteLinks(tx, row.uuid);
  await deleteTraces(tx, row.uuid);
  await deleteUnknownUsers(tx, row.uuid);
  await deleteMapping(tx, row.uuid);
  await dropConnection(tx, row.uuid);
  await queries.deleteConnection(tx, row.uuid);
  return { displayName: row.display_name, uuid: row.uuid, linkedUsers };
}

/** What became of the answers of a provider, latest first. Throws `not_found`. */
export async function tracesOf(tx: Tx, opId: string) {
  const row = await queries.findConnection(tx, opId);
  if (!row) throw fail('not_found');
  return listTraces(tx, row.uuid);
}

/** The providers that users of the tenant sign in with. */
export async function offeredConnections(tx: Tx) {
  const rows = (await queries.listConnections(tx)).filter(({ enabled }) => enabled);
  return rows.map((row) => ({
    opId: row.op_id,
    uuid: row.uuid,
    displayName: row.display_name,
    kind: row.kind as OpenidKind,
  }));
}

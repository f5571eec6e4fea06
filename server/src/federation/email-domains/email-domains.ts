import { randomBytes } from 'node:crypto';
import { fail } from '#contract/errors.ts';
import {
  type DomainCause,
  MAX_EMAIL_DOMAINS,
  proofFileUrl,
  proofRecordName,
} from '#contract/federation/email-domain-values.ts';
import type { EmailDomain, updateEmailDomain } from '#contract/federation/email-domains.ts';
import type { BodyOf } from '#contract/route.ts';
import type { OfferedProvider } from '#contract/sign-in/login.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import { findDomainRoute } from '../../platform/db/across-tenants.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { violates } from '../../platform/db/violation.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import { refuseConflict } from '../../platform/http/conflict.ts';
import type { Tools } from '../../platform/tools.ts';
import { domainOf, isOpenToDomain } from './domain-rules.ts';
import { proofValue } from './proof.ts';
import { isOffered } from '../linking/open-ways.ts';
import * as queries from './queries.ts';
import { afterCheck, graceEnd, stateOf } from './state.ts';

export { domainsSentTo, dropConnection, holdProvider } from './queries.ts';

function toDomain(row: queries.DomainRow, provider: queries.ProviderRow | undefined): EmailDomain {
  const { domain, connection } = row;
  const at = (time: Date | null) => time?.toISOString() ?? null;
  return {
    ...{ domain, connection, state: stateOf(row), cause: row.cause as DomainCause | null },
    record: { name: proofRecordName(domain), value: row.proof_value },
    fileUrl: proofFileUrl(domain),
    provider: provider
      ? { type: provider.type, id: provider.id, displayName: provider.display_name, enabled: provider.enabled }
      : null,
    ...{ provenAt: at(row.proven_at), graceEndsAt: at(graceEnd(row)), checkedAt: at(row.checked_at) },
    createdAt: row.created_at.toISOString(),
  };
}

async function toDomains(tx: Tx, rows: readonly queries.DomainRow[]): Promise<EmailDomain[]> {
  const uuids = rows.flatMap(({ connection }) => connection ?? []);
  const providers = uuids.length > 0 ? await queries.findProviders(tx, uuids) : [];
  return rows.map((row) =>
    toDomain(
      row,
      providers.find(({ uuid }) => uuid === row.connection),
    ),
  );
}

/** The email domains of the transaction's tenant, by name. */
export const listDomains = async (tx: Tx): Promise<EmailDomain[]> => toDomains(tx, await queries.listDomains(tx));

async function mustFind(tx: Tx, domain: string, find = queries.findDomain): Promise<queries.DomainRow> {
  const row = await find(tx, domain);
  if (!row) throw fail('not_found');
  return row;
}

/** One by its name. Throws `not_found`. */
export async function getDomain(tx: Tx, domain: string): Promise<EmailDomain> {
  const [found] = await toDomains(tx, [await mustFind(tx, domain)]);
  if (!found) throw fail('not_found');
  return found;
}

/** Adds a domain with a proof to publish. Throws `duplicated`, and `conflict` if there are too many. */
export async function createDomain(tx: Tx, tenantId: string, domain: string, now: Date): Promise<EmailDomain> {
  if ((await queries.countDomains(tx)) >= MAX_EMAIL_DOMAINS) throw fail('conflict');
  if (await queries.findDomain(tx, domain)) throw fail('duplicated', { field: 'domain' });
  const proof_value = proofValue(randomBytes(18).toString('base64url'));
  await queries.insertDomain(tx, { tenant_id: tenantId, uuid: newUuid(), domain, proof_value, created_at: now });
  return getDomain(tx, domain);
}

/**
 * Sets the provider that users of a proven domain are sent to. Throws `not_found`, `conflict`, `domain_unavailable` for a
 * domain that is not proven, or whose users the connection does not sign in, `domain_not_exists` for an unknown connection, and `rp_duplicated_domain` if users of the
 * domain are sent to another tenant.
 */
export async function setProvider(
  tx: Tx,
  domain: string,
  { expected, connection }: BodyOf<typeof updateEmailDomain>,
): Promise<{ emailDomain: EmailDomain; changes: Changes }> {
  const row = await mustFind(tx, domain, queries.holdDomain);
  refuseConflict({ connection, expected }, { connection: row.connection });
  const before = await getDomain(tx, domain);
  if (connection !== row.connection) {
    if (connection !== null && row.proven_at === null) throw fail('domain_unavailable');
    if (connection !== null && !(await queries.holdProvider(tx, connection)))
      throw fail('domain_not_exists', { field: 'connection' });
    if (
      connection !== null &&
      !(await queries.findProviders(tx, [connection])).every((one) => isOpenToDomain(one, domain))
    )
      throw fail('domain_unavailable', { field: 'connection' });
    await queries.updateDomain(tx, row.uuid, { connection }).catch((error: unknown) => {
      if (violates(error, 'rp_duplicated_domain')) throw fail('rp_duplicated_domain', { cause: error });
      throw error;
    });
  }
  const emailDomain = await getDomain(tx, domain);
  const named = ({ provider }: EmailDomain) => ({ provider: provider?.displayName ?? null });
  return { emailDomain, changes: changedFields(named(before), named(emailDomain)) };
}

/** Deletes a domain. Throws `not_found`. */
export async function deleteDomain(tx: Tx, domain: string): Promise<EmailDomain> {
  const row = await mustFind(tx, domain, queries.holdDomain);
  const before = await getDomain(tx, domain);
  await queries.deleteDomain(tx, row.uuid);
  return before;
}

/**
 * Keeps what a check found, for the domain that was checked (`uuid`): one deleted and added anew meanwhile has another
 * proof. Answers its changes; none if it is gone.
 */
export async function keepCheck(
  tx: Tx,
  { domain, uuid, cause }: { domain: string; uuid: string; cause: DomainCause | null },
  now: Date,
): Promise<Changes> {
  const row = await queries.holdDomain(tx, domain);
  if (row?.uuid !== uuid) return {};
  const [before] = await toDomains(tx, [row]);
  const proof = afterCheck(row, cause, now);
  const connection = proof.proven_at === null ? null : row.connection;
  await queries.updateDomain(tx, uuid, { ...proof, connection, cause, checked_at: now });
  const told = (state: string, provider: string | null) => ({ state, provider });
  const name = before?.provider?.displayName ?? null;
  return changedFields(told(stateOf(row), name), told(stateOf(proof), connection === null ? null : name));
}

/** Whether a connection may say that an address reaches its owner: the tenant has proven the domain and sends it there. */
export async function mayVouchFor(tx: Tx, connection: string, address: string): Promise<boolean> {
  const domain = domainOf(address);
  return domain !== undefined && queries.isDomainOf(tx, domain, connection);
}

/** Whether the tenant has proven the domain of an address, whoever names it (`provisioning/ports.ts`). */
export async function isOfProvenDomain(tx: Tx, address: string): Promise<boolean> {
  const domain = domainOf(address);
  return domain !== undefined && queries.isBelieved(tx, domain);
}

/** The domains of which that is true; with a connection, those of addresses that it may vouch for. */
export const provenDomains = (tx: Tx, connection?: string): Promise<string[]> => queries.listBelieved(tx, connection);

/** The identity provider that users with addresses of a domain are sent to, and its tenant; null: none of these. */
export async function offeredFor(
  tools: Tools,
  address: string,
): Promise<{ tenantId: string; provider: OfferedProvider } | null> {
  const domain = domainOf(address) ?? '';
  const route = await findDomainRoute(tools.db.pool, domain);
  if (!route) return null;
  const { tenant_id: tenantId, connection } = route;
  const found = await tools.db.reading(tenantId, async (tx) => {
    const [provider] = await queries.findProviders(tx, [connection]);
    const isOpen = provider?.enabled && isOpenToDomain(provider, domain) && (await isOffered(tx, provider));
    return isOpen ? provider : null;
  });
  return found && { tenantId, provider: { type: found.type, id: found.id, displayName: found.display_name } };
}

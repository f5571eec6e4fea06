import { fail } from '#contract/errors.ts';
import {
  type changeRegisterUrl,
  type createRegisterUrl,
  MAX_URL_ADMINISTRATORS,
  type RegisterUrl,
} from '#contract/joining/register-urls.ts';
import { mayWriteUsers, type Role } from '#contract/roles.ts';
import type { BodyOf } from '#contract/route.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import { splitTenantSecret } from '../../sign-in/sessions/sessions.ts';
import { hashSecret, newSecret } from '../../platform/crypto/secret.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import { PROVIDER, type Tx } from '../../platform/db/transaction.ts';
import { refuseConflict } from '../../platform/http/conflict.ts';
import { requireRecentProof } from '../../platform/http/recent-proof.ts';
import type { Caller } from '../../platform/http/session.ts';
import { registrationUrlContext } from '../../platform/secrets/sealed-columns.ts';
import { refuseUnpermittable } from '../../licences/permissions/newcomers.ts';
import type { Tools } from '../../platform/tools.ts';
import { hasMaker, isOfDomains, isOver, readDomains, stateOf } from './decide.ts';
import * as queries from './queries.ts';

const MOST_OPEN = 200;
const SHOWN_AFTER_MS = 90 * 86_400_000;

type Audit = (uuid: string, changes: Changes) => Promise<void>;

function toUrl(tools: Tools, row: queries.UrlRow, now: Date): RegisterUrl {
  const state = stateOf(row, now);
  const over = isOver(state);
  const secret = over
    ? ''
    : tools.sealer.open(row.sealed_secret, registrationUrlContext(row.tenant_id, row.uuid)).toString();
  return {
    uuid: row.uuid,
    url: over ? null : `${tools.config.publicUrl}/portal/self-register.html?code=${row.tenant_id}.${secret}`,
    role: row.role,
    tenantId: row.tenant_id,
    expiresAt: row.expires_at.toISOString(),
    usersLimit: row.users_limit,
    usersCount: row.users_count,
    enabledDomains: row.enabled_domains,
    licenseIds: row.license_ids,
    state,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
  };
}

function domainsOf(given: readonly string[]): string[] {
  const domains = readDomains(given);
  if (!domains) throw fail('invalid_params_enabledDomains', { field: 'enabledDomains' });
  return domains;
}

const isForAdministrators = (role: Role) => mayWriteUsers({ status: 'active', roles: [role] });

/** A URL for administrators must have domains and a small limit. */
function refuseOpenDoor({
  enabledDomains,
  usersLimit,
}: {
  enabledDomains: readonly string[];
  usersLimit: number;
}): void {
  if (enabledDomains.length === 0) throw fail('invalid_params_enabledDomains', { field: 'enabledDomains' });
  if (usersLimit > MAX_URL_ADMINISTRATORS) throw fail('exceeded_administrators', { field: 'usersLimit' });
}

const inSeconds = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

/**
 * Creates a registration URL. Throws `invalid_params_enabledDomains`, `exceeded_registration_urls` (200 are open),
 * `forbidden` (licenses without the right to assign them), `license_not_exist`, `license_expired`, `role_not_allowed`.
 */
export async function createUrl(
  tools: Tools,
  tx: Tx,
  caller: Caller,
  given: BodyOf<typeof createRegisterUrl>,
  now: Date,
  audit: Audit,
): Promise<RegisterUrl> {
  const { tenantId } = caller;
  const enabledDomains = domainsOf(given.enabledDomains);
  const { role, usersLimit, licenseIds } = given;
  if (isForAdministrators(role)) {
    requireRecentProof(caller, now);
    refuseOpenDoor({ enabledDomains, usersLimit });
  }
  if (licenseIds.length > 0 && !caller.permissions.has('licenses:write'))
    throw fail('forbidden', { field: 'licenseIds' });
  await refuseUnpermittable(tx, licenseIds, role, now);
  if ((await countOpen(tx, now)) >= MOST_OPEN) throw fail('exceeded_registration_urls');
  const uuid = newUuid();
  const secret = newSecret();
  const expiresAt = inSeconds(now, given.expiresIn);
  await queries.insertUrl(tx, {
    tenant_id: tenantId,
    uuid,
    secret_hash: hashSecret(secret),
    sealed_secret: tools.sealer.seal(secret, registrationUrlContext(tenantId, uuid)),
    role,
    enabled_domains: enabledDomains,
    license_ids: licenseIds,
    users_limit: usersLimit,
    expires_at: expiresAt,
    created_by: caller.userId,
    created_by_uuid: caller.uuid,
    created_at: now,
  });
  const made = { role, usersLimit, enabledDomains, licenseIds, expiresAt: expiresAt.toISOString() };
  await audit(uuid, Object.fromEntries(Object.entries(made).map(([field, after]) => [field, { after }])));
  return readUrl(tools, tx, uuid, now);
}

const countOpen = async (tx: Tx, now: Date) =>
  (await queries.listUrls(tx, now)).filter((row) => !isOver(stateOf(row, now))).length;

async function readUrl(tools: Tools, tx: Tx, uuid: string, now: Date): Promise<RegisterUrl> {
  const row = await queries.readUrl(tx, uuid);
  if (!row) throw fail('not_found');
  return toUrl(tools, row, now);
}

/** Newest first, without those that ended more than 90 days ago. */
export async function listUrls(tools: Tools, tx: Tx, now: Date): Promise<{ results: RegisterUrl[] }> {
  const rows = await queries.listUrls(tx, new Date(now.getTime() - SHOWN_AFTER_MS));
  return { results: rows.map((row) => toUrl(tools, row, now)) };
}

/**
 * Changes an open URL. Throws `not_found`, `conflict` (it has ended, or with fields that are not as expected),
 * `limit_below_registered`, `cannot_update_enabledDomains`, `invalid_params_enabledDomains`.
 */
export async function changeUrl(
  tools: Tools,
  tx: Tx,
  caller: Caller,
  uuid: string,
  given: BodyOf<typeof changeRegisterUrl>,
  now: Date,
  audit: Audit,
): Promise<RegisterUrl> {
  const row = await queries.holdUrl(tx, uuid);
  if (!row) throw fail('not_found');
  if (isOver(stateOf(row, now))) throw fail('conflict');
  if (isForAdministrators(row.role)) requireRecentProof(caller, now);
  const domains = given.enabledDomains ? domainsOf(given.enabledDomains) : row.enabled_domains;
  const { usersLimit, expected } = given;
  refuseConflict(
    { usersLimit, ...(given.enabledDomains && { enabledDomains: domains }), expected },
    {
      usersLimit: row.users_limit,
      enabledDomains: row.enabled_domains,
      expiresAt: row.expires_at.toISOString(),
    },
  );
  const isSame = JSON.stringify([...domains].sort()) === JSON.stringify([...row.enabled_domains].sort());
  if (!isSame && row.users_count > 0) throw fail('cannot_update_enabledDomains', { field: 'enabledDomains' });
  const limit = usersLimit ?? row.users_limit;
  if (limit < row.users_count) throw fail('limit_below_registered', { field: 'usersLimit' });
  if (isForAdministrators(row.role)) refuseOpenDoor({ enabledDomains: domains, usersLimit: limit });
  await queries.updateUrl(tx, uuid, {
    enabled_domains: domains,
    users_limit: limit,
    ...(given.expiresIn && { expires_at: inSeconds(now, given.expiresIn) }),
  });
  const [before, after] = [toUrl(tools, row, now), await readUrl(tools, tx, uuid, now)];
  const facts = ({ usersLimit, enabledDomains, expiresAt }: RegisterUrl) => ({ usersLimit, enabledDomains, expiresAt });
  await audit(uuid, changedFields(facts(before), facts(after)));
  return after;
}

/** Ends a URL; mailed links stop working too. Throws `not_found`. */
export async function endUrl(tx: Tx, uuid: string, now: Date, audit: Audit): Promise<void> {
  const row = await queries.holdUrl(tx, uuid);
  if (!row) throw fail('not_found');
  if (row.ended_at) return audit(uuid, {});
  await queries.updateUrl(tx, uuid, { ended_at: now });
  await audit(uuid, { state: { before: stateOf(row, now), after: 'ended' } });
}

/** The part of a registration URL that its holders may know. */
export interface OpenUrl {
  tenantId: string;
  uuid: string;
  enabledDomains: string[];
  expiresAt: Date;
  /** Of those who register. */
  role: Role;
}

/** Reads the code of a registration URL. Throws `revoked_or_expired`. */
export function readUrlCode(code: string): { tenantId: string; secretHash: Buffer } {
  const parts = splitTenantSecret(code);
  if (!parts || parts.tenantId === PROVIDER) throw fail('revoked_or_expired');
  return parts;
}

/** The URL of a code, if it is open. Throws `revoked_or_expired`, `exceeded_user_limit`. */
export async function findOpenUrl(tx: Tx, secretHash: Buffer, now: Date): Promise<OpenUrl> {
  return openOrRefuse(await queries.findUrlBySecret(tx, secretHash), now);
}

/** Like `findOpenUrl`, by UUID. */
export async function readOpenUrl(tx: Tx, uuid: string, now: Date): Promise<OpenUrl> {
  return openOrRefuse(await queries.readUrl(tx, uuid), now);
}

function openOrRefuse(row: queries.UrlRow | null, now: Date): OpenUrl {
  const state = row ? stateOf(row, now) : 'ended';
  if (!row || isOver(state)) throw fail('revoked_or_expired');
  if (state === 'full') throw fail('exceeded_user_limit');
  const { tenant_id: tenantId, uuid, enabled_domains: enabledDomains, expires_at: expiresAt, role } = row;
  return { tenantId, uuid, enabledDomains, expiresAt, role };
}

/**
 * Takes a seat of a URL for an address, in the transaction that creates the user. Returns role, licenses and creator.
 * Concurrent callers never get more seats than there are. Throws `revoked_or_expired`, `exceeded_user_limit`.
 */
export async function takeSeat(
  tx: Tx,
  uuid: string,
  mailAddress: string,
  now: Date,
): Promise<{ role: Role; licenseIds: string[]; createdBy: string }> {
  const isTaken = await queries.takeSeat(tx, uuid, now);
  const row = await queries.readUrl(tx, uuid);
  if (!row || !isTaken) {
    openOrRefuse(row, now);
    throw fail('exceeded_user_limit');
  }
  if (!hasMaker(row) || !isOfDomains(mailAddress, row.enabled_domains)) throw fail('revoked_or_expired');
  return { role: row.role, licenseIds: row.license_ids, createdBy: row.created_by };
}

export { isOfDomains } from './decide.ts';

import { sql } from 'kysely';
import type { NameIdFormat } from '#contract/apps/saml-idp-values.ts';
import { hashSecret, newSecret } from '../../platform/crypto/secret.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { AuthnRequest } from './authn-request.ts';
import type { Comparison } from './contexts.ts';
import { RefusedRequest } from './problems.ts';

/** Time for signing in, with a new password and MFA to set up on the way. */
const LIFE_MS = 30 * 60_000;

export interface PendingRequest extends AuthnRequest {
  samlSpId: string;
  /** Null: the sign-in starts at the portal. */
  spRequestId: string | null;
  relayState: string | null;
  receivedAt: Date;
}

/**
 * Keeps a request until its user has signed in. Returns the one-time ID under which the browser goes on. A request that
 * came before and was not answered gets a new ID; an answered one is refused.
 */
export async function keepRequest(tx: Tx, tenantId: string, request: PendingRequest): Promise<string> {
  const { receivedAt: now } = request;
  await sql`delete from saml_requests where ctid = any (array(
    select ctid from saml_requests where expires_at < ${now} order by expires_at limit 100 for update skip locked))`.execute(
    tx,
  );
  const id = newSecret();
  const expiresAt = new Date(now.getTime() + LIFE_MS);
  const { numAffectedRows } = await sql`
    insert into saml_requests as r (tenant_id, request_hash, saml_sp_id, sp_request_id, relay_state, force_authn, is_passive,
      name_id_format, comparison, context_classes, received_at, expires_at)
    values (${tenantId}, ${hashSecret(id)}, ${request.samlSpId}, ${request.spRequestId}, ${request.relayState},
      ${request.forceAuthn}, ${request.isPassive}, ${request.nameIdFormat}, ${request.comparison},
      ${request.contextClasses}, ${now}, ${expiresAt})
    on conflict (tenant_id, saml_sp_id, sp_request_id) do update set request_hash = excluded.request_hash,
      relay_state = excluded.relay_state, received_at = excluded.received_at
    where r.answered_at is null`.execute(tx);
  if (Number(numAffectedRows) === 0) throw new RefusedRequest('replayed', 'the request was answered before');
  return id;
}

/** A pending request, locked until the transaction ends; null if there is none, or it was answered or has expired. */
export async function holdRequest(tx: Tx, id: string, now: Date): Promise<PendingRequest | null> {
  const row = await tx
    .selectFrom('saml_requests')
    .selectAll()
    .where('request_hash', '=', hashSecret(id))
    .where('answered_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  return {
    samlSpId: row.saml_sp_id,
    spRequestId: row.sp_request_id,
    relayState: row.relay_state,
    forceAuthn: row.force_authn,
    isPassive: row.is_passive,
    nameIdFormat: row.name_id_format as NameIdFormat | 'unsupported' | null,
    comparison: row.comparison as Comparison,
    contextClasses: row.context_classes,
    receivedAt: row.received_at,
  };
}

export async function markAnswered(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('saml_requests').set({ answered_at: now }).where('request_hash', '=', hashSecret(id)).execute();
}

/**
 * Notes a request to sign out, for as long as it would be taken as new: each is obeyed once. Throws `RefusedRequest` the
 * second time. IDs of requests of all kinds are one service provider's own, and unique (SAML core 1.3.4).
 */
export async function spendLogoutRequest(
  tx: Tx,
  { tenantId, samlSpId, id, now }: { tenantId: string; samlSpId: string; id: string; now: Date },
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into saml_requests (tenant_id, request_hash, saml_sp_id, sp_request_id, force_authn, is_passive, comparison,
      context_classes, received_at, expires_at, answered_at)
    values (${tenantId}, ${hashSecret(newSecret())}, ${samlSpId}, ${id}, false, false, 'exact', '{}', ${now},
      ${new Date(now.getTime() + LIFE_MS)}, ${now})
    on conflict (tenant_id, saml_sp_id, sp_request_id) do nothing`.execute(tx);
  if (Number(numAffectedRows) === 0) throw new RefusedRequest('replayed', 'the request was obeyed before');
}

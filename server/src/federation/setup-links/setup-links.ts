import { fail } from '#contract/errors.ts';
import { SETUP_LINK_DAYS, type SetupLinkState, type SetupLinkType } from '#contract/federation/setup-link-values.ts';
import type { SetupLink } from '#contract/federation/setup-links.ts';
import { hashSecret, newSecret } from '../../platform/crypto/secret.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { hasUsers } from '../linking/links.ts';
import { findConnection as findOpenid, holdConnection } from '../openid-connections/openid-connections.ts';
import { SETUP_PAGE } from '../requests/requests.ts';
import { findConnection as findSaml, takeTurns } from '../saml-connections/saml-connections.ts';
import * as queries from './queries.ts';

/** Days that a link which has ended is kept for. */
const KEPT_DAYS = 30;

/** The connection that a link is for, by its name in addresses. */
export interface Of {
  type: SetupLinkType;
  id: string;
}

export function stateOf(row: queries.LinkRow, now: Date): SetupLinkState {
  if (row.revoked_at) return 'revoked';
  if (row.completed_at) return 'completed';
  if (row.expires_at <= now) return 'expired';
  return row.opened_at ? 'opened' : 'open';
}

const toLink = (row: queries.LinkRow, now: Date): SetupLink => ({
  state: stateOf(row, now),
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  openedAt: row.opened_at?.toISOString() ?? null,
  completedAt: row.completed_at?.toISOString() ?? null,
});

async function mustFind(tx: Tx, { type, id }: Of) {
  const row = type === 'saml' ? await findSaml(tx, id) : await findOpenid(tx, id);
  if (!row) throw fail('not_found');
  return row;
}

/** The latest link of a connection; null if it never had one. Throws `not_found`. */
export async function latestLink(tx: Tx, of: Of, now: Date): Promise<SetupLink | null> {
  const row = await queries.findLatest(tx, (await mustFind(tx, of)).uuid);
  return row ? toLink(row, now) : null;
}

/**
 * Creates a link; the one before ends. Its secret is answered once and kept as a hash. Throws `not_found`, and `conflict` for
 * a connection that is enabled or has users, in the bin too: who holds a link may not change what signs users in.
 */
export async function createLink(
  tools: Tools,
  tx: Tx,
  of: Of,
  by: { tenantId: string; uuid: string; userId: string; now: Date },
): Promise<{ uuid: string; link: SetupLink; url: string; displayName: string }> {
  // Nobody switches it on or deletes it meanwhile.
  if (of.type === 'saml') await takeTurns(tx);
  else await holdConnection(tx, of.id);
  const connection = await mustFind(tx, of);
  const { tenantId, now } = by;
  if (connection.enabled || (await hasUsers(tx, connection.uuid, now))) throw fail('conflict');
  await queries.revokeLinks(tx, connection.uuid, now);
  await queries.deleteOld(tx, connection.uuid, new Date(now.getTime() - KEPT_DAYS * 86_400_000));
  const secret = newSecret();
  const uuid = newUuid();
  await queries.insertLink(tx, {
    ...{ tenant_id: tenantId, uuid, link_hash: hashSecret(secret) },
    ...(of.type === 'saml' ? { saml_connection: connection.uuid } : { openid_connection: connection.uuid }),
    ...{ created_by: by.userId, created_by_uuid: by.uuid, created_at: now },
    expires_at: new Date(now.getTime() + SETUP_LINK_DAYS * 86_400_000),
  });
  const link = await latestLink(tx, of, now);
  if (!link) throw fail('not_found');
  // A fragment reaches no server and no log.
  const url = `${tools.config.publicUrl}${SETUP_PAGE}#link=${tenantId}.${secret}`;
  return { uuid, link, url, displayName: connection.display_name };
}

/** Revokes the link of a connection. Returns its UUID. Throws `not_found`, also where none works. */
export async function revokeLink(tx: Tx, of: Of, now: Date): Promise<{ uuid: string; displayName: string }> {
  const connection = await mustFind(tx, of);
  const [uuid] = await queries.revokeLinks(tx, connection.uuid, now);
  if (uuid === undefined) throw fail('not_found');
  return { uuid, displayName: connection.display_name };
}

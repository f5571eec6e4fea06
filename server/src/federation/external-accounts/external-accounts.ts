import { fail } from '#contract/errors.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { queueNotice } from '../../tenant/notices/notices.ts';
import { holdOwnRow } from '../../credentials/own-row.ts';
import * as queries from './queries.ts';

/** The caller's linked accounts. */
export async function listExternalAccounts(tx: Tx, caller: Caller) {
  const rows = await queries.listAccounts(tx, caller.uuid);
  const results = rows.map((row) => ({
    uuid: row.uuid,
    opId: row.op_id,
    displayName: row.display_name,
    createdAt: row.created_at.toISOString(),
  }));
  return { results, totalResults: results.length, itemsPerPage: results.length };
}

/**
 * Unlinks an account, unless it is the last way to sign in of an account without a password. Returns its provider.
 * Throws `not_found`, `last_login_method`.
 */
export async function unlinkExternalAccount(
  tools: Tools,
  tx: Tx,
  caller: Caller,
  uuid: string,
  { client, now }: { client: ClientInfo; now: Date },
): Promise<{ opId: string }> {
  const { tenantId, uuid: userUuid } = caller;
  await holdOwnRow(tx, userUuid);
  const linked = await queries.listAccounts(tx, userUuid);
  const account = linked.find((candidate) => candidate.uuid === uuid);
  if (!account) throw fail('not_found');
  if (linked.length === 1 && !(await queries.isPasswordAssigned(tx, userUuid))) throw fail('last_login_method');
  await queries.deleteAccount(tx, userUuid, uuid);
  const variables = { provider: account.display_name || account.op_id };
  await queueNotice(tools, tx, { tenantId, userUuid, kind: 'externalAccountUnlinked', client, now, variables });
  return { opId: account.op_id };
}

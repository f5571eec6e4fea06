import { personActor } from '#contract/principals.ts';
import { holdOwnRow } from '../../credentials/own-row.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { happen } from '../../platform/events/consumers.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Tools } from '../../platform/tools.ts';
import { link, type Subject } from './links.ts';

interface Connecting {
  tenantId: string;
  /** Who began, and who is signed in here now. */
  userUuid: string;
  /** The connection's, by its ID and as the account page shows it. */
  opId: string;
  displayName: string;
}

/**
 * Links an account at a provider to the person who is signed in here, and who began. False if they are not active any more.
 * Throws `other_idp_account_federated`.
 */
export async function connect(
  tools: Tools,
  tx: Tx,
  { tenantId, userUuid, opId, displayName }: Connecting,
  subject: Subject,
  { client, now, action }: { client: ClientInfo; now: Date; action: string },
): Promise<boolean> {
  await holdOwnRow(tx, userUuid);
  const found = tx.selectFrom('users').select('user_id').where('uuid', '=', userUuid).where('status', '=', 'active');
  const user = await found.executeTakeFirst();
  if (!user) return false;
  if (!(await link(tx, subject, { tenantId, userUuid, displayName, now }))) return true;
  await happen(tools, tx, {
    ...{ tenantId, at: now, operation: 'update', action, type: 'user.externalAccountLinked', client },
    ...{ actor: personActor(userUuid, user.user_id), targetId: userUuid },
    changes: { externalAccounts: { after: { opId, displayName } } },
    facts: { provider: displayName },
  });
  return true;
}

import { personActor } from '#contract/principals.ts';
import { happen } from '../platform/events/consumers.ts';
import type { RouteDefinition } from '#contract/route.ts';
import type { Tx } from '../platform/db/transaction.ts';
import type { ClientInfo } from '../platform/http/client-info.ts';
import type { Tools } from '../platform/tools.ts';
import { countRecoveryCodes } from './proofs/recovery-code.ts';

/** Writes that a user used one of their recovery codes; the mail about it says how many are left. */
export async function recordRecoveryCode(
  tools: Tools,
  tx: Tx,
  { tenant_id: tenantId, uuid, user_id: userId }: { tenant_id: string; uuid: string; user_id: string },
  { route, client, now }: { route: RouteDefinition; client: ClientInfo; now: Date },
): Promise<void> {
  const left = await countRecoveryCodes(tx, uuid);
  await happen(tools, tx, {
    ...{
      tenantId,
      at: now,
      operation: 'update',
      action: `${route.method} ${route.path}`,
      actor: personActor(uuid, userId),
    },
    ...{ type: 'user.recoveryCodeUsed', targetId: uuid, changes: { recoveryCodes: { before: left + 1, after: left } } },
    ...{ facts: { left }, client },
  });
}

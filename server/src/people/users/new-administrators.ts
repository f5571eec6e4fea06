import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { tellOfNewAdministrators } from '../../tenant/notices/administrators.ts';
import { shortenSessions } from '../ports.ts';

/**
 * What follows when `operator` has made users administrators: their open sessions last as long as those of administrators
 * do (docs/decisions/0069), and the other administrators are told. In the transaction of the act.
 */
export async function noteNewAdministrators(
  tools: Tools,
  tx: Tx,
  { made, operator, now }: { made: readonly { uuid: string; userId: string }[]; operator: string; now: Date },
): Promise<void> {
  if (made.length === 0) return;
  const uuids = made.map(({ uuid }) => uuid);
  await shortenSessions(tx, uuids);
  await tellOfNewAdministrators(tools, tx, { made, operator, now });
}

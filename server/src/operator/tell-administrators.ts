import { tellAdministrators } from '../authentication/notices/administrators.ts';
import type { Tx } from '../db/transaction.ts';
import type { Tools } from '../tools.ts';
import type { Act } from './act.ts';

/** The acts on credentials that a tenant's administrators are told of. Words: messages mail.<kind>.*. */
type OperatorNotice =
  | 'operatorSetPassword'
  | 'operatorUnlocked'
  | 'operatorResetMfa'
  | 'operatorMadeAdministrator'
  | 'operatorRegisteredClient'
  | 'operatorChangedClient';

/**
 * Mails a tenant's active administrators that the operator did something to the credentials of a user or to a client: who,
 * to whom, when and why. In the transaction of the act, so that no act goes untold.
 */
export async function tellOfAct(
  tools: Tools,
  tx: Tx,
  { by, reason = '', now }: Act,
  kind: OperatorNotice,
  target: string,
): Promise<void> {
  const variables = () => ({ target, operator: by, reason });
  await tellAdministrators(tools, tx, { kind, page: '/portal/tenant/system-log', variables, now });
}

import { nameSome, tellAdministrators } from '../tenant/notices/administrators.ts';
import type { Tx } from '../platform/db/transaction.ts';
import type { Tools } from '../platform/tools.ts';
import type { Acting } from '../platform/http/acting.ts';

/** What takes the scope for credentials, and what a tenant's administrators are told of. Words: messages mail.<kind>.*. */
type OperatorNotice =
  | 'operatorSetPassword'
  | 'operatorUnlocked'
  | 'operatorResetMfa'
  | 'operatorMadeAdministrator'
  | 'operatorRegisteredClient'
  | 'operatorChangedClient'
  | 'operatorDeletedClient'
  | 'operatorAddedApi'
  | 'operatorDeletedApi'
  | 'operatorRegisteredDevices'
  | 'operatorEnrolledDevice'
  | 'operatorRevokedDevice'
  | 'operatorReadBrowserLog';

/**
 * Mails a tenant's active administrators that the operator did something to the credentials of a user, a device or a
 * client, or read what is personal: who, to whom, when and why. In the transaction of the act, so that no act goes untold.
 */
export async function tellOfAct(
  tools: Tools,
  tx: Tx,
  act: Acting,
  kind: OperatorNotice,
  target: string,
): Promise<void> {
  await tellOfActOnMany(tools, tx, act, kind, [target]);
}

/** The same of an act on many things: of them, some are named. */
export async function tellOfActOnMany(
  tools: Tools,
  tx: Tx,
  { caller, reason = '', now }: Acting,
  kind: OperatorNotice,
  targets: readonly string[],
): Promise<void> {
  // What the server makes for its own demo tenants, nobody did to them.
  if (caller.actor.type === 'system') return;
  const variables = (locale: string) => ({
    ...{ target: nameSome(targets, locale), count: targets.length },
    ...{ operator: caller.actor.name, reason },
  });
  await tellAdministrators(tools, tx, { kind, page: '/portal/tenant/system-log', variables, now });
}

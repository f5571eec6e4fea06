import type { Changes } from '../../platform/events/write.ts';
import type { OnpremiseAccount } from './onpremise-accounts.ts';

const shown = (account: OnpremiseAccount | undefined) =>
  account && { uuid: account.uuid, deviceType: account.deviceType, type: account.type, index: account.index };

/** Log entry of a changed account: which one, never its number. */
export function accountChanges(before: OnpremiseAccount | undefined, after: OnpremiseAccount | undefined): Changes {
  return { onpremiseAccounts: { ...(before && { before: shown(before) }), ...(after && { after: shown(after) }) } };
}

import type { MyCard } from '#contract/credentials/me-cards.ts';
import { fail } from '#contract/errors.ts';
import { MAX_CARDS_PER_PRODUCT } from '#contract/limits.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import {
  type AccountChange,
  addOnpremiseAccount,
  listOnpremiseAccounts,
  type OnpremiseAccount,
  onpremiseDeviceTypes,
  removeOnpremiseAccount,
} from '../device-login/onpremise-accounts.ts';
import { spendTry } from '../../platform/limits/throttle.ts';

const policyOf = (caller: Caller) => caller.account.policy.loginPolicy.onpremiseId;
const accountOf = ({ tenantId, uuid: userUuid }: Caller) => ({ tenantId, userUuid });

const toCard = ({ type: _, ...card }: OnpremiseAccount): MyCard => card;

export async function listMyCards(tools: Tools, tx: Tx, caller: Caller) {
  const accounts = await listOnpremiseAccounts(tx, caller.uuid);
  const results = accounts.filter(({ type }) => type === 'card').map(toCard);
  const { enabled, allowCardEntry } = policyOf(caller);
  return {
    enabled,
    allowCardEntry,
    deviceTypes: onpremiseDeviceTypes(tools)
      .filter(({ types }) => types.includes('card'))
      .map(({ deviceType }) => deviceType),
    maxPerDeviceType: MAX_CARDS_PER_PRODUCT,
    results,
    totalResults: results.length,
  };
}

function requireCardEntry(caller: Caller): void {
  const { enabled, allowCardEntry } = policyOf(caller);
  if (!enabled || !allowCardEntry) throw fail('forbidden');
}

/** Adds a card for the caller. Throws `forbidden`, `too_many_requests` and what `addOnpremiseAccount` throws. */
export async function addMyCard(
  tools: Tools,
  caller: Caller,
  { deviceType, number }: { deviceType: string; number: string },
  change: AccountChange,
): Promise<MyCard> {
  requireCardEntry(caller);
  // Learning that a card number is taken helps a guesser, so attempts are limited.
  const limit = { name: 'card', key: `${caller.tenantId}/${caller.uuid}`, most: 60, withinSeconds: 3600 };
  await spendTry(tools.db, [limit], change.now);
  return toCard(
    await addOnpremiseAccount(tools, accountOf(caller), { deviceType, type: 'card', value: number }, change),
  );
}

/** Removes a card of the caller. Throws `forbidden` if administrators manage the cards, `not_found`. */
export async function removeMyCard(tx: Tx, caller: Caller, uuid: string, change: AccountChange): Promise<void> {
  requireCardEntry(caller);
  await removeOnpremiseAccount(tx, accountOf(caller), uuid, change, 'card');
}

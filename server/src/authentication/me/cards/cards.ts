import type { MyCard } from '#contract/authentication/me-cards.ts';
import { fail } from '#contract/errors.ts';
import { MAX_CARDS_PER_PRODUCT } from '#contract/limits.ts';
import { newUuid } from '../../../crypto/uuid.ts';
import type { Tx } from '../../../db/transaction.ts';
import { violates } from '../../../db/violation.ts';
import type { ClientInfo } from '../../../http/client-info.ts';
import type { Caller } from '../../../http/session.ts';
import type { Tools } from '../../../tools.ts';
import { queueNotice } from '../../notices/notices.ts';
import { spendTry } from '../../throttle/throttle.ts';
import { holdOwnRow } from '../own-row.ts';
import { requireRecentProof } from '../recent-proof.ts';
import * as queries from './queries.ts';

/** The device types that people sign in at with a card (spec section 3). */
const cardDeviceTypes = (tools: Tools) =>
  ['Mfp', 'Iwb', 'CB'].map((product) => `${tools.config.PRODUCT_NAME}${product}`);

const policyOf = (caller: Caller) => caller.principal.policy.loginPolicy.onpremiseId;

const toCard = (row: queries.CardRow): MyCard => ({
  uuid: row.uuid,
  deviceType: row.device_type,
  index: row.index,
  hint: row.hint,
  createdAt: row.created_at.toISOString(),
});

/** The last four characters; of a short number two, so that most of it stays unknown. */
const hintOf = (number: string) => number.slice(number.length < 8 ? -2 : -4);

/** The lowest place from 1 that no card has. */
function freeIndex(taken: readonly number[]): number {
  let index = 1;
  while (taken.includes(index)) index += 1;
  return index;
}

export async function listMyCards(tools: Tools, tx: Tx, caller: Caller) {
  const results = (await queries.listCards(tx, caller.uuid)).map(toCard);
  const { enabled, allowCardEntry } = policyOf(caller);
  return {
    enabled,
    allowCardEntry,
    deviceTypes: cardDeviceTypes(tools),
    maxPerDeviceType: MAX_CARDS_PER_PRODUCT,
    results,
    totalResults: results.length,
  };
}

function requireCardEntry(caller: Caller): void {
  const { enabled, allowCardEntry } = policyOf(caller);
  if (!enabled || !allowCardEntry) throw fail('forbidden');
}

interface Context {
  client: ClientInfo;
  now: Date;
  audit(tx: Tx, card: MyCard): Promise<void>;
}

/**
 * Adds a card: kept as a keyed hash with its last characters. Throws `forbidden`, `reauthentication_required`,
 * `invalid_params` (device type), `too_many_requests`, `exceeded_cards`, `duplicated_params_onpremiseAccounts`.
 */
export async function addMyCard(
  tools: Tools,
  caller: Caller,
  given: { deviceType: string; number: string },
  context: Context,
): Promise<MyCard> {
  requireCardEntry(caller);
  requireRecentProof(caller, context.now);
  if (!cardDeviceTypes(tools).includes(given.deviceType)) throw fail('invalid_params', { field: 'deviceType' });
  // That a card is taken is worth something to a guesser: the tries are few.
  const limit = { name: 'card', key: `${caller.tenantId}/${caller.uuid}`, most: 60, withinSeconds: 3600 };
  await spendTry(tools.db, [limit], context.now);
  try {
    return await tools.db.inTenant(caller.tenantId, (tx) => insertMyCard(tools, tx, caller, given, context));
  } catch (error) {
    if (violates(error, 'duplicated_params_onpremiseAccounts')) {
      throw fail('duplicated_params_onpremiseAccounts', { field: 'number', cause: error });
    }
    throw error;
  }
}

async function insertMyCard(
  tools: Tools,
  tx: Tx,
  caller: Caller,
  { deviceType, number }: { deviceType: string; number: string },
  { client, now, audit }: Context,
): Promise<MyCard> {
  const { tenantId, uuid: userUuid } = caller;
  await holdOwnRow(tx, userUuid);
  const cards = await queries.listCards(tx, userUuid);
  const taken = cards.filter((card) => card.device_type === deviceType).map((card) => card.index);
  if (taken.length >= MAX_CARDS_PER_PRODUCT) throw fail('exceeded_cards');
  const row = {
    uuid: newUuid(),
    device_type: deviceType,
    index: freeIndex(taken),
    hint: hintOf(number),
    created_at: now,
  };
  const value_hash = tools.keyedHash('card', tenantId, number);
  await queries.insertCard(tx, { ...row, tenant_id: tenantId, user_uuid: userUuid, value_hash });
  const variables = { hint: row.hint, deviceType };
  await queueNotice(tools, tx, { tenantId, userUuid, kind: 'cardAdded', client, now, variables });
  await audit(tx, toCard(row));
  return toCard(row);
}

/** Removes a card of one's own. Throws `forbidden` where others look after the cards, `not_found`. */
export async function removeMyCard(
  tools: Tools,
  tx: Tx,
  caller: Caller,
  uuid: string,
  { client, now }: { client: ClientInfo; now: Date },
): Promise<MyCard> {
  requireCardEntry(caller);
  const row = await queries.deleteCard(tx, caller.uuid, uuid);
  if (!row) throw fail('not_found');
  const notice = { tenantId: caller.tenantId, userUuid: caller.uuid, kind: 'cardRemoved' as const, client, now };
  await queueNotice(tools, tx, { ...notice, variables: { hint: row.hint, deviceType: row.device_type } });
  return toCard(row);
}

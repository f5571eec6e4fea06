import type { restoreDeletedUser } from '#contract/people/deleted-users.ts';
import type { User } from '#contract/people/users-fields.ts';
import { fail } from '#contract/errors.ts';
import { mayWriteUsers } from '#contract/roles.ts';
import type { AnswerOf, BodyOf } from '#contract/route.ts';
import { sql } from 'kysely';
import { atGroupsOfUser } from '../groups/members/log.ts';
import { spendIfNeeded } from '../../platform/limits/spending.ts';
import { filledFields, loggedFields } from '../users/log-fields.ts';
import { followChange } from '../changes/consequences.ts';
import { updateOne } from '../changes/changes.ts';
import { checkOne } from '../changes/one.ts';
import { refusals, refuse } from '../changes/rules.ts';
import { confirmationLimits, setLoginMailAddress } from '../users/mail-address.ts';
import { type Audit, readUser } from '../users/users.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { requireRecentProof } from '../../platform/http/recent-proof.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { restoreUsers } from './put-back.ts';
import * as queries from './queries.ts';

type Wish = BodyOf<typeof restoreDeletedUser>;

/**
 * Restores one deleted user, under other names where these are given. Throws `not_found`, `duplicated_params_userId`,
 * `duplicated_params_loginMailAddress`, `over_user_limit`, `too_many_requests`, and `reauthentication_required` for an
 * administrator and for another address than before, or none: deleting is no way round the proof that an address takes.
 */
export async function restoreUser(
  tools: Tools,
  caller: Caller,
  uuid: string,
  wish: Wish,
  { now, audit }: { now: Date; audit: Audit },
): Promise<AnswerOf<typeof restoreDeletedUser>> {
  const { tenantId } = caller;
  const limits = confirmationLimits(tenantId, wish);
  const restored = await spendIfNeeded(tools.db, limits, now, (willMail) =>
    tools.db.inTenant(tenantId, (tx) => restoreIn(tools, tx, caller, uuid, wish, { now, audit, willMail })),
  );
  tools.principals.forget(tenantId, uuid);
  return restored;
}

async function restoreIn(
  tools: Tools,
  tx: Tx,
  caller: Caller,
  uuid: string,
  wish: Wish,
  { now, audit, willMail }: { now: Date; audit: Audit; willMail: () => void },
): Promise<AnswerOf<typeof restoreDeletedUser>> {
  await queries.holdLimit(tx);
  const deleted = await queries.holdBinned(tx, uuid, now);
  if (!deleted) throw fail('not_found');
  const isAdministrator = mayWriteUsers({ status: 'active', roles: deleted.roles });
  const old = deleted.login_mail_address;
  const address = wish.loginMailAddress === undefined ? old : wish.loginMailAddress;
  const isSame = address?.toLowerCase() === old?.toLowerCase();
  const keepsAddress = address !== null && isSame;
  if (isAdministrator || !isSame) requireRecentProof(caller, now);
  const userId = wish.userId ?? deleted.user_id;
  const given = { loginMailAddress: address, roles: deleted.roles };
  const effects = await checkOne(tx, { kind: 'restore', user: { uuid, userId }, given });
  const returning = sql`(select ${uuid}::uuid as uuid, ${userId}::text as user_id, ${keepsAddress}::boolean as keeps_address)`;
  const [there] = await restoreUsers(tx, returning, now);
  if (!there) throw refuse(refusals.userIdTaken);
  const [left] = await queries.readLeft(tx, [uuid]);
  if (!left) throw new Error('a restored user is not there');
  await queries.forget(tx, [uuid]);
  if (address !== null && !keepsAddress) await giveAddress(tools, tx, { uuid, address, now, willMail });
  const user = await readUser(tx, uuid, now);
  const by = { tenantId: caller.tenantId, userId: caller.userId, client: null };
  await followChange(tools, tx, effects, by, now);
  const told = { userId: user.userId, status: user.status, ...loggedFields(user) };
  await audit(tx, uuid, filledFields(told), atGroupsOfUser(user.userId, [], user.groups));
  const { groups, licenses: licenseIds, user_code: userCode, accounts } = left;
  return { user, left: { groups, licenseIds, userCode, accounts } };
}

/** Another address than before: its owner confirms it, by the mail of now or, before they can sign in, by a later one. */
async function giveAddress(
  tools: Tools,
  tx: Tx,
  { uuid, address, now, willMail }: { uuid: string; address: string; now: Date; willMail: () => void },
): Promise<void> {
  const user: User = await readUser(tx, uuid, now);
  if (user.status === 'registering' || user.status === 'inactive')
    return updateOne(tx, uuid, { loginMailAddress: address });
  willMail();
  await setLoginMailAddress(tools, tx, { tenantId: user.tenantId, uuid }, address, now);
}

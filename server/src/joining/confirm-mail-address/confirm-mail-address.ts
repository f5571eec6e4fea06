import { personActor } from '#contract/principals.ts';
import { fail } from '#contract/errors.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import { isPasswordOpen } from '#contract/sign-in/login-ways.ts';
import { happen } from '../../platform/events/consumers.ts';
import { consumeCode, findCode, revokeCodes } from '../../credentials/one-time-codes/one-time-codes.ts';
import { splitTenantSecret } from '../../sign-in/sessions/sessions.ts';
import { spendTry } from '../../platform/limits/throttle.ts';
import { type Tx, PROVIDER } from '../../platform/db/transaction.ts';
import { violates } from '../../platform/db/violation.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { CONFIRM_MAIL_ADDRESS, RESET_PASSWORD } from '../../credentials/one-time-codes/purposes.ts';
import type { Tools } from '../../platform/tools.ts';
import { updateOne } from '../../people/changes/changes.ts';
import { holdUser } from './queries.ts';

interface Confirmed {
  tenantId: string;
  userId: string;
  loginMailAddress: string;
  passwordAssigned: boolean;
  passwordOpen: boolean;
}

/**
 * Trades the code of a mailed link for the new sign-in address, once. Emails the former address, whose reset links stop
 * working. If another user of the tenant has the address by now, throws `duplicated_params_loginMailAddress`, and the
 * code stays valid. Also throws `revoked_or_expired`, `too_many_requests`.
 */
export async function confirmMailAddress(
  tools: Tools,
  exchangeCode: string,
  client: ClientInfo,
  now: Date,
): Promise<Confirmed> {
  await spendTry(tools.db, [{ name: 'confirmMailAddress', key: client.network, most: 100, withinSeconds: 900 }], now);
  const parts = splitTenantSecret(exchangeCode);
  if (!parts || parts.tenantId === PROVIDER) throw fail('revoked_or_expired');
  try {
    return await tools.db.inTenant(parts.tenantId, (tx) => trade(tools, tx, parts, client, now));
  } catch (error) {
    if (violates(error, 'duplicated_params_loginMailAddress')) {
      throw fail('duplicated_params_loginMailAddress', { cause: error });
    }
    throw error;
  }
}

async function trade(
  tools: Tools,
  tx: Tx,
  { tenantId, secretHash }: { tenantId: string; secretHash: Buffer },
  client: ClientInfo,
  now: Date,
): Promise<Confirmed> {
  const found = await findCode(tx, secretHash, 'exchange', CONFIRM_MAIL_ADDRESS, now);
  const userUuid = found?.user_uuid;
  // User first, code second: the locking order of new requests.
  const user = userUuid ? await holdUser(tx, userUuid) : null;
  const code = user && (await consumeCode(tx, secretHash, 'exchange', CONFIRM_MAIL_ADDRESS, now));
  const address = code?.data.loginMailAddress;
  if (!userUuid || !user || typeof address !== 'string' || user.next_login_mail_address !== address) {
    throw fail('revoked_or_expired');
  }
  const before = user.login_mail_address;
  await updateOne(tx, userUuid, { provenMailAddress: address }, now);
  await revokeCodes(tx, userUuid, RESET_PASSWORD, now);
  await happen(tools, tx, {
    tenantId,
    at: now,
    operation: 'update',
    action: 'POST /api/account/confirmLoginMailAddress',
    actor: personActor(userUuid, user.user_id),
    type: 'user.addressConfirmed',
    targetId: userUuid,
    changes: { loginMailAddress: { before, after: address } },
    client,
  });
  const passwordOpen = isPasswordOpen(securityPolicy.parse(user.security_policy).loginPolicy, user.roles);
  const { user_id: userId, password_assigned: passwordAssigned } = user;
  return { tenantId, userId, loginMailAddress: address, passwordAssigned, passwordOpen };
}

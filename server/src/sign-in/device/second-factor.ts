import type { DeviceLoginAnswer } from '#contract/authentication/device-sign-in.ts';
import { fail } from '#contract/errors.ts';
import type { KnownDevice } from '../../device-management/credentials/known-devices.ts';
import type { ClientInfo } from '../../http/client-info.ts';
import type { Tools } from '../../tools.ts';
import { acceptSecondFactor, type SecondFactor } from '../second-factor/second-factor.ts';
import { splitTenantSecret } from '../sessions/sessions.ts';
import { refusal, writeRefusal } from '../account.ts';
import { consumePending, countWrong, findPending } from '../queries.ts';
import { tellOfRecoveryCode } from '../recovery-code-notice.ts';
import { MOST_WRONG_SECOND_FACTORS } from '../steps.ts';
import { complete } from './complete.ts';
import { holdAccount } from './queries.ts';

/**
 * The second factor of a sign-in begun at this device. Throws `wrong_otp` (at most ten times a sign-in; each counts as a
 * failure of the account) and `login_expired`.
 */
export async function giveSecondFactorAtDevice(
  tools: Tools,
  device: KnownDevice,
  given: SecondFactor & { loginId: string },
  client: ClientInfo,
  now: Date,
): Promise<DeviceLoginAnswer> {
  const { tenantId } = device;
  const parts = splitTenantSecret(given.loginId);
  if (parts?.tenantId !== tenantId) throw fail('login_expired');
  const outcome = await tools.db.inTenant(tenantId, async (tx) => {
    const pending = await findPending(tx, parts.secretHash, now, device.uuid);
    if (!pending?.user_uuid || !(await countWrong(tx, parts.secretHash, MOST_WRONG_SECOND_FACTORS)))
      throw fail('login_expired');
    const found = await holdAccount(tx, { by: 'uuid', value: pending.user_uuid }, device);
    const account = found && { ...found, policy: device.policy };
    if (!account || refusal(account, true, { way: null, door: 'device', now })) throw fail('login_expired');
    const { login_type: loginType, card_uuid } = pending;
    const proof = await acceptSecondFactor(tx, tools, { tenantId, userUuid: account.uuid }, given, now);
    // Returned, not thrown: the count of tries must be kept.
    if (!proof) {
      const { deviceId } = device;
      const refused = { reason: 'wrong_otp', loginType, door: 'device', client, now, deviceId } as const;
      await writeRefusal(tools, tx, account, refused);
      return null;
    }
    if (!(await consumePending(tx, parts.secretHash, now))) throw fail('login_expired');
    if (proof === 'recoveryCode') await tellOfRecoveryCode(tools, tx, account, client, now);
    const signIn = { device, loginType, proofs: [...pending.proofs, proof], client, now };
    return complete(tools, tx, { signIn, account: { ...account, card_uuid } });
  });
  if (outcome) return outcome;
  throw fail('wrong_otp', { field: given.otp === undefined ? 'recoveryCode' : 'otp' });
}

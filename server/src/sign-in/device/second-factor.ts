import { deviceMfa } from '#contract/sign-in/device-sign-in.ts';
import type { DeviceLoginAnswer } from '#contract/sign-in/device-sign-in.ts';
import { fail, isFailure } from '#contract/errors.ts';
import type { KnownDevice } from '../../devices/credentials/known-devices.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Tools } from '../../platform/tools.ts';
import { doorFacts } from '../account.ts';
import { refusalOf } from '../may.ts';
import { type Taken, takePending } from '../pending.ts';
import type { SecondFactor } from '../proofs/second-factor.ts';
import { writeRefusal } from '../refusals.ts';
import { isStillProven } from '../sessions/proven.ts';
import { splitTenantSecret } from '../sessions/sessions.ts';
import { tryIn } from '../steps/second-factor.ts';
import { settled } from '../steps/step.ts';
import { complete } from './complete.ts';
import { type FoundAccount, holdAccount } from './queries.ts';

/**
 * Verifies MFA of a sign-in begun at this device. Throws `wrong_otp` (at most ten times per sign-in; each counts as a
 * failure of the account) and `login_expired`.
 */
export async function giveSecondFactorAtDevice(
  tools: Tools,
  device: KnownDevice,
  given: SecondFactor & { loginId: string },
  client: ClientInfo,
  now: Date,
): Promise<DeviceLoginAnswer> {
  const { tenantId, uuid: deviceUuid, deviceId } = device;
  const parts = splitTenantSecret(given.loginId);
  if (parts?.tenantId !== tenantId) throw fail('login_expired');
  const where = { door: 'device', client, now, deviceId } as const;
  return settled(
    tools.db.inTenant(tenantId, async (tx) => {
      const taken = await takePending(tx, { loginHash: parts.secretHash, step: 'mfa', now, deviceUuid });
      const found = taken?.userUuid && (await holdAccount(tx, { by: 'uuid', value: taken.userUuid }, device));
      if (!taken || !found) return fail('login_expired');
      const account = { ...found, policy: device.policy };
      const { loginType, cardUuid: card_uuid } = taken;
      const refusal = refusalOf(factsOf(found, taken, now), 'step');
      if (refusal) {
        await writeRefusal(tools, tx, account, { ...where, reason: refusal.reason, loginType });
        return fail('login_expired');
      }
      const proof = await tryIn(tools, tx, { taken, account, given, where, route: deviceMfa });
      if (isFailure(proof)) return proof;
      const signIn = { device, loginType, proofs: [...taken.proofs, proof], client, now };
      return complete(tools, tx, { signIn, account: { ...account, card_uuid } });
    }),
  );
}

const factsOf = (account: FoundAccount, { proofs }: Taken, now: Date) => {
  const [begun] = proofs;
  // Removing a card or a PIN ends sign-ins begun with it (by triggers), whether or not the password is still valid.
  const password = proofs.find(({ method }) => method === 'password');
  const at = { provenAt: begun?.at.toISOString() ?? '' };
  return {
    ...doorFacts(account, 'device', now),
    stillProven: isStillProven({ ...account, password_changed_at: password ? account.password_changed_at : null }, at),
    oneTimeUntil: null,
    // The ways of devices are their own.
    wayOffered: true,
    mayBeChosen: true,
  };
};

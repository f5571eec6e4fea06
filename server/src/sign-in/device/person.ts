import { fail } from '#contract/errors.ts';
import type { KnownDevice } from '../../devices/credentials/known-devices.ts';
import type { Acting } from '../../platform/http/acting.ts';
import { isStillGood } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { accountChanges } from '../../credentials/device-login/account-changes.ts';
import { addOnpremiseAccount } from '../../credentials/device-login/onpremise-accounts.ts';
import { endSessions } from '../sessions/sessions.ts';
import { spendTry } from '../../platform/limits/throttle.ts';

/** Claims of a user's token at this device; null for another device's token or an expired one. */
function claimsAt(tools: Tools, { tenantId, uuid }: KnownDevice, token: string) {
  const claims = tools.readPersonToken(token);
  return claims?.tenantId === tenantId && claims.device?.uuid === uuid ? claims : null;
}

/** Ends a user's session at this device. Succeeds if it has already ended. */
export async function signOutAtDevice(tools: Tools, device: KnownDevice, token: string, now: Date): Promise<void> {
  const claims = claimsAt(tools, device, token);
  if (!claims?.sessionId) return;
  const { uuid: userUuid, sessionId: only } = claims;
  await tools.db.inTenant(device.tenantId, (tx) => endSessions(tx, { userUuid, only }, 'logout', now));
  tools.principals.forget(device.tenantId, userUuid);
}

/**
 * Adds the presented card to the user who signed in at this device with a password. Throws `access_token_error` (not
 * signed in), `forbidden` (without a password, or the tenant does not let users enter cards), `too_many_requests` and
 * what `addOnpremiseAccount` throws.
 */
export async function addCardAtDevice(
  tools: Tools,
  device: KnownDevice,
  given: { accessToken: string; card: string },
  { now, audit }: Pick<Acting, 'now' | 'audit'>,
): Promise<{ deviceType: string; hint: string }> {
  const { tenantId, deviceType } = device;
  const claims = claimsAt(tools, device, given.accessToken);
  const person = claims && (await tools.principals.find(claims));
  if (!claims || !isStillGood(tools, person, claims, now)) throw fail('access_token_error');
  const { enabled, allowCardEntry } = device.policy.loginPolicy.onpremiseId;
  const hasPassword = person.session_proofs?.includes('password') === true;
  if (!enabled || !allowCardEntry || !hasPassword) throw fail('forbidden');
  // The same limit as for adding cards elsewhere: learning that a card number is taken helps a guesser.
  await spendTry(tools.db, [{ name: 'card', key: `${tenantId}/${claims.uuid}`, most: 60, withinSeconds: 3600 }], now);
  const account = { tenantId, userUuid: claims.uuid };
  const added = await addOnpremiseAccount(
    tools,
    account,
    { deviceType, type: 'card', value: given.card },
    {
      now,
      audit: (tx, before, after, facts) =>
        audit(
          tx,
          { type: 'user.accountAdded', targetId: claims.uuid, changes: accountChanges(before, after), facts },
          { actor: { type: 'person', id: claims.uuid, name: person.user_id } },
        ),
    },
  );
  return { deviceType, hint: added.hint };
}

import type { DeviceLoginAnswer } from '#contract/sign-in/device-sign-in.ts';
import { PERSON_AT_DEVICE_SECONDS } from '#contract/limits.ts';
import type { LoginType } from '#contract/sign-in/login-types.ts';
import { type Proof, provedAt } from '#contract/sign-in/proofs.ts';
import { askedBy } from '#contract/sign-in/steps.ts';
import { writeLogin } from '../../platform/events/sign-ins.ts';
import type { KnownDevice } from '../../devices/credentials/known-devices.ts';
import { issuePersonToken } from '../../devices/credentials/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Tools } from '../../platform/tools.ts';
import { openSession } from '../sessions/sessions.ts';
import { type Counters, reopen, storeSuccess } from '../guards.ts';
import { putToWait } from '../pending.ts';
import { secondFactorMethods } from '../proofs/second-factor.ts';
import type { FoundAccount } from './queries.ts';

/** State of a sign-in at a device, passed from step to step. */
export interface SignInAtDevice {
  device: KnownDevice;
  loginType: LoginType;
  proofs: readonly Proof[];
  client: ClientInfo;
  now: Date;
}

type Admitted = Pick<FoundAccount, 'uuid' | 'user_id' | 'card_uuid'>;

/** Suspends a sign-in until MFA is verified, if the user has MFA and the tenant requires it at devices. */
export async function waitForSecondFactor(
  tx: Tx,
  { device, loginType, proofs, now }: SignInAtDevice,
  account: Admitted & Pick<FoundAccount, 'has_totp'>,
): Promise<DeviceLoginAnswer | null> {
  if (device.policy.loginPolicy.mfa.skipMfaFromMfp || !account.has_totp) return null;
  const methods = await secondFactorMethods(tx, account.uuid);
  if (methods.length === 0) return null;
  const loginId = await putToWait(tx, {
    ...{ tenantId: device.tenantId, step: 'mfa', userUuid: account.uuid, loginType, proofs, now },
    // The password check is as old as the pending sign-in; accounts cannot be switched at a device.
    provenAccounts: [],
    atDevice: { deviceUuid: device.uuid, cardUuid: account.card_uuid },
  });
  return { status: askedBy.mfa, loginId, methods };
}

/** A decided sign-in of a locked account. */
export interface Admission {
  signIn: SignInAtDevice;
  account: Admitted & Counters & Pick<FoundAccount, 'device_streak'>;
}

/** Opens the session at the device, writes the login log and returns its token. */
export async function complete(tools: Tools, tx: Tx, admission: Admission): Promise<DeviceLoginAnswer> {
  const { device, loginType, client, now } = admission.signIn;
  const { account } = admission;
  const sessionId = await open(tx, admission);
  await writeLogin(tx, {
    tenantId: device.tenantId,
    at: now,
    uuid: account.uuid,
    userId: account.user_id,
    loginType,
    status: 'success',
    sessionId,
    client,
    deviceId: device.deviceId,
  });
  await storeSuccess(tx, account, now);
  if (account.device_streak) await reopen(tx, account.uuid, 'device');
  return answerOf(tools, admission, sessionId);
}

async function open(tx: Tx, { signIn, account }: Admission): Promise<string> {
  const { device, loginType, proofs, client, now } = signIn;
  const { sessionId } = await openSession(tx, {
    tenantId: device.tenantId,
    userUuid: account.uuid,
    loginType,
    proofs,
    // Accounts cannot be switched at a device.
    provenAccounts: [],
    provedAt: provedAt(proofs),
    policy: device.policy,
    // Its lifetime is set by the device, not by roles.
    roles: [],
    client,
    now,
    atDevice: {
      deviceUuid: device.uuid,
      cardUuid: account.card_uuid,
      expiresAt: new Date(now.getTime() + PERSON_AT_DEVICE_SECONDS * 1000),
    },
  });
  return sessionId;
}

function answerOf(tools: Tools, { signIn, account }: Admission, sessionId: string): DeviceLoginAnswer {
  const { tenantId, uuid: deviceUuid, deviceId } = signIn.device;
  const { uuid, user_id: userId } = account;
  const accessToken = issuePersonToken(tools, { tenantId, deviceUuid, deviceId, uuid, sessionId }, signIn.now);
  return { status: 'completed', accessToken, expiresIn: PERSON_AT_DEVICE_SECONDS, uuid, userId };
}

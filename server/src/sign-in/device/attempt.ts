import type { DeviceLoginAnswer } from '#contract/sign-in/device-sign-in.ts';
import type { ErrorId } from '#contract/errors.ts';
import { asLogged } from '../../platform/events/as-logged.ts';
import { writeLogin } from '../../platform/events/sign-ins.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { doorFacts } from '../account.ts';
import { refusalOf } from '../may.ts';
import { writeRefusal } from '../refusals.ts';
import { isPasswordExpired } from '../steps/new-password.ts';
import { complete, type SignInAtDevice, waitForSecondFactor } from './complete.ts';
import * as queries from './queries.ts';

/** A sign-in attempt at a device, with its input. */
export interface Attempt {
  signIn: SignInAtDevice;
  sought: queries.SoughtBy;
  /** In addition to a card. */
  userCodeHashes: Buffer[] | null;
  /** Null: no password required. */
  checked: CheckedPassword | null;
  isOffered: boolean;
}

export interface CheckedPassword {
  hash: string | null;
  matches: boolean;
}

/** The answer, or the error. */
type Outcome = DeviceLoginAnswer | ErrorId;

/** Decides an attempt in one transaction: locks the account, checks it, and admits it, refuses it or asks for more. */
export function decide(tools: Tools, attempt: Attempt): Promise<Outcome> {
  const { signIn, sought } = attempt;
  return tools.db.inTenant(signIn.device.tenantId, async (tx) => {
    const account = await queries.holdAccount(tx, sought, signIn.device);
    const reason = account ? refusalAt(attempt, account) : 'account_not_exist';
    if (!account || reason) {
      await recordRefusal(tools, tx, attempt, account, reason ?? 'account_not_exist');
      return reason ?? 'account_not_exist';
    }
    const methods = await waitForSecondFactor(tx, signIn, account);
    return methods ?? complete(tools, tx, { signIn, account });
  });
}

function refusalAt(
  { signIn: { device, now }, userCodeHashes, checked, isOffered }: Attempt,
  account: queries.FoundAccount,
): ErrorId | null {
  const pinMatches = userCodeHashes?.some((hash) => account.user_code_hash?.equals(hash)) ?? true;
  // The verified password must still be the current one.
  const passwordMatches = !checked || (checked.matches && checked.hash === account.password_hash);
  const changedAt = checked && account.password_changed_at;
  const password = changedAt && { changedAt, mustChange: account.must_change === true };
  const facts = {
    ...doorFacts(account, 'device', now),
    wayOffered: isOffered,
    proofMatches: pinMatches && passwordMatches,
    passwordExpired: password !== null && isPasswordExpired(password, device.policy.passwordPolicy, now),
  };
  return refusalOf(facts, 'device')?.reason ?? null;
}

/**
 * In the transaction of the decision. For an unknown name, the log shows what was typed; for an unknown card or PIN
 * only the device, because those are secrets.
 */
async function recordRefusal(
  tools: Tools,
  tx: Tx,
  { signIn: { device, loginType, client, now }, sought }: Attempt,
  account: queries.FoundAccount | null,
  reason: ErrorId,
): Promise<void> {
  const entry = { loginType, reason, door: 'device' as const, client, now, deviceId: device.deviceId };
  if (account) return writeRefusal(tools, tx, { ...account, policy: device.policy }, entry);
  await writeLogin(tx, {
    ...entry,
    tenantId: device.tenantId,
    at: now,
    uuid: null,
    userId: sought.by === 'userId' || sought.by === 'loginMailAddress' ? asLogged(sought.value) : '',
    status: 'error',
  });
}

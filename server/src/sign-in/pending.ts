import { isSecondFactor, type Proof, proofOf } from '#contract/sign-in/proofs.ts';
import type { LoginType } from '#contract/sign-in/login-types.ts';
import type { SignInStep } from '#contract/sign-in/steps.ts';
import { hashSecret, newSecret } from '../platform/crypto/secret.ts';
import type { ProvenAccount } from '../platform/db/schema.ts';
import type { Tx } from '../platform/db/transaction.ts';
import { isStillProven } from './sessions/proven.ts';

/** State of a sign-in that is pending a step. */
interface Waiting {
  /** The tenant, or `PROVIDER` while the account is still to be selected. */
  tenantId: string;
  step: SignInStep;
  userUuid: string | null;
  /** The accounts whose password matched. */
  provenAccounts: readonly ProvenAccount[];
  loginType: LoginType;
  proofs: readonly Proof[];
  now: Date;
  /** A sign-in begun at a device can only continue there. */
  atDevice?: { deviceUuid: string; cardUuid: string | null };
}

const STEP_MINUTES = 10;
/** Maximum wrong answers per sign-in; each also counts as a failure of the account. */
const MOST_WRONG = 10;

/** Stores a sign-in that is pending a step; returns the login ID with which it continues. */
export async function putToWait(tx: Tx, waiting: Waiting): Promise<string> {
  const secret = newSecret();
  const row = {
    tenant_id: waiting.tenantId,
    login_hash: hashSecret(secret),
    step: waiting.step,
    user_uuid: waiting.userUuid,
    candidates: JSON.stringify(waiting.provenAccounts),
    login_type: waiting.loginType,
    proofs: waiting.proofs.map(({ method }) => method),
    expires_at: new Date(waiting.now.getTime() + STEP_MINUTES * 60_000),
    device_uuid: waiting.atDevice?.deviceUuid ?? null,
    card_uuid: waiting.atDevice?.cardUuid ?? null,
  };
  await tx.insertInto('pending_sign_ins').values(row).execute();
  return `${waiting.tenantId}.${secret}`;
}

/** A consumed pending sign-in. Reading one always consumes it, so that it continues only once. */
export interface Taken extends Waiting {
  loginHash: Buffer;
  cardUuid: string | null;
}

interface Key {
  loginHash: Buffer;
  step: SignInStep;
  now: Date;
  /** Device where it was begun; null: at the pages. A sign-in begun elsewhere is not found. */
  deviceUuid?: string;
}

/**
 * Consumes a pending sign-in: the first caller gets it, all others find nothing, now and later, unless `putBack`
 * follows. Concurrent callers wait for the end of the transaction.
 */
export async function takePending(tx: Tx, { loginHash, step, now, deviceUuid }: Key): Promise<Taken | null> {
  const row = await tx
    .updateTable('pending_sign_ins')
    .set({ consumed_at: now })
    .where('login_hash', '=', loginHash)
    .where('step', '=', step)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .where('wrong_count', '<', MOST_WRONG)
    .where('device_uuid', 'is not distinct from', deviceUuid ?? null)
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  const putAt = new Date(row.expires_at.getTime() - STEP_MINUTES * 60_000);
  return {
    tenantId: row.tenant_id,
    step,
    userUuid: row.user_uuid,
    provenAccounts: row.candidates,
    loginType: row.login_type,
    proofs: row.proofs.map((method) => proofOf(method, givenAt(method, row, putAt))),
    now: putAt,
    loginHash,
    cardUuid: row.card_uuid,
  };
}

/** MFA was verified when the sign-in became pending, the earlier proof when the account was found, or with a provider. */
function givenAt(method: Proof['method'], row: { user_uuid: string | null; candidates: ProvenAccount[] }, putAt: Date) {
  const proven = row.candidates.find(({ uuid }) => uuid === row.user_uuid);
  return proven && !isSecondFactor(method) ? new Date(proven.authenticatedAt ?? proven.provenAt) : putAt;
}

/** Puts a consumed sign-in back, in the same transaction or a new one: a wrong answer costs one attempt. */
export async function putBack(tx: Tx, { loginHash }: Taken, wrong: 'wrong' | 'nothing lost'): Promise<void> {
  const tries = wrong === 'wrong' ? 1 : 0;
  await tx
    .updateTable('pending_sign_ins')
    .set((eb) => ({ consumed_at: null, wrong_count: eb('wrong_count', '+', tries) }))
    .where('login_hash', '=', loginHash)
    .execute();
}

/** Whether an account's proof from the beginning of a sign-in is still valid (`sessions/proven.ts`). */
export function isTakenProven(
  account: Parameters<typeof isStillProven>[0] & { uuid: string },
  taken: Pick<Taken, 'provenAccounts'>,
): boolean {
  return isStillProven(
    account,
    taken.provenAccounts.find(({ uuid }) => uuid === account.uuid),
  );
}

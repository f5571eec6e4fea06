import type { LoginAnswer } from '#contract/sign-in/login.ts';
import { personActor } from '#contract/principals.ts';
import { isMfaSetupRequired } from '#contract/mfa.ts';
import type { LoginType } from '#contract/sign-in/login-types.ts';
import { type Proof, provedAt, type SecondFactorMethod } from '#contract/sign-in/proofs.ts';
import { tell } from '../platform/events/consumers.ts';
import { writeLogin } from '../platform/events/sign-ins.ts';
import { readMe } from './ports.ts';
import type { ProvenAccount } from '../platform/db/schema.ts';
import type { Tx } from '../platform/db/transaction.ts';
import type { Tools } from '../platform/tools.ts';
import type { Account } from './account.ts';
import { type Browser, doorOf } from './browser.ts';
import type { Door } from './failures.ts';
import { reopen, storeSuccess } from './guards.ts';
import { isNewBrowser } from './new-browser.ts';
import type { SessionCookie } from './sessions/cookie.ts';
import { openSession } from './sessions/sessions.ts';

/** State of a sign-in that is passed from step to step. */
export interface SignIn {
  loginType: LoginType;
  proofs: readonly Proof[];
  provenAccounts: readonly ProvenAccount[];
  withMyInfo: boolean;
  /** Set if the browser's cookie no longer tells, because the account has a new password. */
  door?: Door;
  client: Browser;
  now: Date;
}

/** Result of a step; the cookie is set once the sign-in is complete. */
export interface Progress {
  answer: LoginAnswer;
  cookie?: SessionCookie;
  /** The browser's previous session, if it is another user's and was not to be kept: it has to end. */
  replaced?: SessionCookie;
  /** The browser's previous session, which continues with a new secret. */
  renewed?: { tenantId: string; uuid: string };
  /** The account that knows this browser from now on. */
  known?: { tenantId: string; uuid: string };
}

/**
 * Completes the sign-in of a locked account with no step left: opens the session, resets its failure counters and
 * writes the login log. `methods`: the MFA methods it has set up.
 */
export async function complete(
  tools: Tools,
  tx: Tx,
  account: Account,
  signIn: SignIn,
  methods: readonly SecondFactorMethod[],
): Promise<Progress> {
  const { loginType, proofs, provenAccounts, client, now } = signIn;
  const { sessionId, cookie, isRenewed } = await openSession(tx, {
    tenantId: account.tenant_id,
    userUuid: account.uuid,
    loginType,
    proofs,
    provenAccounts,
    provedAt: provedAt(proofs),
    policy: account.policy,
    roles: account.roles,
    client,
    now,
    inPlaceOf: client.session,
  });
  await storeSuccess(tx, account, now);
  let newBrowser = false;
  if ((signIn.door ?? doorOf(tools, client, account, now)) === 'unknown') {
    if (account.unknown_streak) await reopen(tx, account.uuid, 'unknown');
    newBrowser = await isNewBrowser(tx, account, client, now);
  }
  await writeLogin(tx, {
    tenantId: account.tenant_id,
    at: now,
    uuid: account.uuid,
    userId: account.user_id,
    loginType,
    status: 'success',
    sessionId,
    client,
  });
  const { tenant_id: tenantId, uuid: targetId } = account;
  const told = { tenantId, targetId, actor: personActor(targetId, account.user_id), changes: {}, at: now, client };
  await tell(tools, tx, { ...told, type: 'signIn.succeeded', facts: { newBrowser } });
  const mfaSetupRequired = isMfaSetupRequired(
    { ...account, totpEnabled: methods.length > 0, passwordAssigned: account.password_hash !== null },
    account.policy.loginPolicy.mfa,
  );
  const key = { tenantId: account.tenant_id, uuid: account.uuid };
  const isSwitch = proofs.some(({ method }) => method === 'ticket');
  return {
    cookie,
    known: key,
    ...(isRenewed && { renewed: key }),
    // Switching by a ticket keeps the session it came from (docs/decisions/0069).
    ...(client.session && !isRenewed && !isSwitch && { replaced: client.session }),
    answer: {
      status: 'completed',
      tenantId: account.tenant_id,
      userId: account.user_id,
      uuid: account.uuid,
      mfaSetupRequired,
      ...(signIn.withMyInfo ? { me: await readMe(tx, account.uuid) } : {}),
    },
  };
}

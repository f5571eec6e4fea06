import type { LoginAnswer } from '#contract/sign-in/login.ts';
import { isMfaSetupRequired } from '#contract/mfa.ts';
import type { LoginType } from '#contract/sign-in/login-types.ts';
import { type Proof, provedAt, type SecondFactorMethod } from '#contract/sign-in/proofs.ts';
import { writeLogin } from '../platform/audit/login-log.ts';
import { readMe } from './ports.ts';
import type { ProvenAccount } from '../platform/db/schema.ts';
import type { Tx } from '../platform/db/transaction.ts';
import type { Tools } from '../platform/tools.ts';
import type { Account } from './account.ts';
import { type Browser, doorOf } from './browser.ts';
import type { Door } from './failures.ts';
import { reopen, storeSuccess } from './guards.ts';
import { tellOfNewBrowser } from './new-browser.ts';
import type { SessionCookie } from './sessions/cookie.ts';
import { openSession } from './sessions/sessions.ts';

/** What a sign-in carries from step to step. */
export interface SignIn {
  loginType: LoginType;
  proofs: readonly Proof[];
  provenAccounts: readonly ProvenAccount[];
  withMyInfo: boolean;
  /** Where it is no longer told by the browser: its account has a new password. */
  door?: Door;
  client: Browser;
  now: Date;
}

/** How far it came; the cookie is there once it is complete. */
export interface Progress {
  answer: LoginAnswer;
  cookie?: SessionCookie;
  /** The session this browser had, where it is another user's and nobody asked to keep it: it has to end. */
  replaced?: SessionCookie;
  /** The session this browser had goes on with a new secret. */
  renewed?: { tenantId: string; uuid: string };
  /** The account that knows the browser from now on. */
  known?: { tenantId: string; uuid: string };
}

/**
 * Completes the sign-in of an account that is held and of which nothing is due any more: its session, its counters anew,
 * its row of the login log. `methods` are the second factors it has set up.
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
  if ((signIn.door ?? doorOf(tools, client, account, now)) === 'unknown') {
    if (account.unknown_streak) await reopen(tx, account.uuid, 'unknown');
    await tellOfNewBrowser(tools, tx, account, client, now);
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
    // Who switches by a ticket keeps the session they came from (docs/decisions/0069).
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

import type { LoginAnswer } from '#contract/authentication/login.ts';
import { isMfaSetupRequired } from '#contract/mfa.ts';
import { writeLogin } from '../audit/login-log.ts';
import { hashSecret, newSecret } from '../crypto/secret.ts';
import type { ProvenAccount } from '../db/schema.ts';
import { PROVIDER, type Tx } from '../db/transaction.ts';
import type { Tools } from '../tools.ts';
import { readMe } from '../authentication/me/me.ts';
import { type SecondFactorProof, secondFactorMethods } from './second-factor/second-factor.ts';
import type { SessionCookie } from './sessions/cookie.ts';
import { openSession } from './sessions/sessions.ts';
import type { Account } from './account.ts';
import { type Browser, doorOf } from './browser.ts';
import { reopen } from './guards.ts';
import { tellOfNewBrowser } from './new-browser.ts';
import { type Door, isPasswordExpired, nextStep } from './decide.ts';
import * as queries from './queries.ts';

/** What a sign-in carries from step to step. */
export interface SignIn {
  loginType: string;
  proofs: string[];
  provenAccounts: ProvenAccount[];
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

const STEP_MINUTES = 10;

/**
 * Takes an admitted account one step further, in the transaction given: asks for the second factor, for a new
 * password, or completes the sign-in with a session and a login-log row.
 */
export async function proceed(tools: Tools, tx: Tx, account: Account, signIn: SignIn): Promise<Progress> {
  const methods = await secondFactorMethods(tx, account.uuid);
  const local = signIn.proofs.includes('password') && account.password_changed_at !== null;
  const step = nextStep({
    secondFactorMethods: methods,
    proofs: signIn.proofs,
    passwordExpired:
      local &&
      isPasswordExpired(
        { changedAt: account.password_changed_at as Date, mustChange: account.must_change === true },
        account.policy.passwordPolicy,
        signIn.now,
      ),
  });
  if (step === 'mfa')
    return { answer: { status: 'mfaRequired', loginId: await wait(tx, account, signIn, 'mfa'), methods } };
  if (step === 'password') {
    const { expiresAfterDays, ...passwordPolicy } = account.policy.passwordPolicy;
    return {
      answer: { status: 'passwordExpired', loginId: await wait(tx, account, signIn, 'password'), passwordPolicy },
    };
  }
  return complete(tools, tx, account, signIn, methods);
}

async function complete(
  tools: Tools,
  tx: Tx,
  account: Account,
  signIn: SignIn,
  methods: SecondFactorProof[],
): Promise<Progress> {
  const { loginType, proofs, provenAccounts, client, now } = signIn;
  const { sessionId, cookie, isRenewed } = await openSession(tx, {
    tenantId: account.tenant_id,
    userUuid: account.uuid,
    loginType,
    proofs,
    provenAccounts,
    provedAt: provedAt(account, signIn),
    policy: account.policy,
    roles: account.roles,
    client,
    now,
    inPlaceOf: client.session,
  });
  await queries.storeSuccess(tx, account, now);
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
  return {
    cookie,
    known: key,
    ...(isRenewed && { renewed: key }),
    // Who switches by a ticket keeps the session they came from (docs/decisions/0069).
    ...(client.session && !isRenewed && !proofs.includes('ticket') && { replaced: client.session }),
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

/** A ticket proves nothing new: the proof is the one that was given when the account's password matched. */
function provedAt(account: Account, { proofs, provenAccounts, now }: SignIn): Date {
  if (!proofs.includes('ticket')) return now;
  return new Date(provenAccounts.find(({ uuid }) => uuid === account.uuid)?.provenAt ?? 0);
}

/** Puts a sign-in to wait for its next step; gives the login id to come back with. */
async function wait(tx: Tx, account: Account, signIn: SignIn, step: 'mfa' | 'password'): Promise<string> {
  const secret = newSecret();
  await queries.insertPending(tx, {
    tenant_id: account.tenant_id,
    login_hash: hashSecret(secret),
    step,
    user_uuid: account.uuid,
    candidates: JSON.stringify(signIn.provenAccounts),
    login_type: signIn.loginType,
    proofs: signIn.proofs,
    expires_at: new Date(signIn.now.getTime() + STEP_MINUTES * 60_000),
  });
  return `${account.tenant_id}.${secret}`;
}

/** Several accounts matched: the person chooses. Waits in the provider's space, for no tenant is known yet. */
export async function offerAccounts(tx: Tx, accounts: Account[], signIn: SignIn): Promise<Progress> {
  const secret = newSecret();
  await queries.insertPending(tx, {
    tenant_id: PROVIDER,
    login_hash: hashSecret(secret),
    step: 'selectAccounts',
    candidates: JSON.stringify(signIn.provenAccounts),
    login_type: signIn.loginType,
    proofs: signIn.proofs,
    expires_at: new Date(signIn.now.getTime() + STEP_MINUTES * 60_000),
  });
  return {
    answer: {
      status: 'selectAccounts',
      loginId: `${PROVIDER}.${secret}`,
      accounts: accounts.map((account) => ({
        tenantId: account.tenant_id,
        tenantName: account.tenant_name,
        userId: account.user_id,
      })),
    },
  };
}

import { SELF_REGISTER } from '../../credentials/one-time-codes/purposes.ts';
import { registerUser as registerRoute } from '#contract/joining/self-registration.ts';
import { fail } from '#contract/errors.ts';
import { type Language, languages } from '#contract/languages.ts';
import { TEMPORARY_CODE_SECONDS } from '#contract/limits.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import { isPasswordOpen } from '#contract/sign-in/login-ways.ts';
import { policyAnswer, readCodeKey, spendCodeTry } from '../../sign-in/mailed-links/temporary-code.ts';
import { requestMail } from '../../sign-in/mail-requests/mail-requests.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { violates } from '../../platform/db/violation.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { findOpenUrl, isOfDomains, readOpenUrl, readUrlCode } from '../registration-urls/registration-urls.ts';
import type { Tools } from '../../platform/tools.ts';
import { consumeCode, findCode, issueCode, type OneTimeCode } from '../../credentials/one-time-codes/one-time-codes.ts';
import { type Act, makeUser, type NewPerson, prepareFirstPassword } from './make-user.ts';
import * as queries from './queries.ts';

/** A tenant that has room for more users. Throws `revoked_or_expired`, `exceeded_user_limit`. */
async function readTenant(tx: Tx): Promise<queries.TenantRow> {
  const tenant = await queries.readTenant(tx);
  if (tenant?.status !== 'active') throw fail('revoked_or_expired');
  if (tenant.is_full) throw fail('exceeded_user_limit');
  return tenant;
}

/** The tenant of a registration URL. Throws `revoked_or_expired`, `exceeded_user_limit`, `too_many_requests`. */
export async function readRegisterInfo(tools: Tools, code: string, client: ClientInfo, now: Date) {
  await spendCodeTry(tools, client, now);
  const { tenantId, secretHash } = readUrlCode(code);
  return tools.db.inTenant(tenantId, async (tx) => {
    const tenant = await readTenant(tx);
    const { enabledDomains, expiresAt } = await findOpenUrl(tx, secretHash, now);
    return { tenantId, tenantName: tenant.name, enabledDomains, expiresAt: expiresAt.toISOString() };
  });
}

/**
 * Accepts a request to register. The answer is the same for every address; the email follows. Throws `revoked_or_expired`,
 * `exceeded_user_limit`, `invalid_params_enabledDomains`, `too_many_requests`.
 */
export async function requestRegistration(
  tools: Tools,
  wish: { code: string; mailAddress: string; locale?: Language | undefined },
  client: ClientInfo,
  now: Date,
): Promise<void> {
  await spendCodeTry(tools, client, now);
  const { tenantId, secretHash } = readUrlCode(wish.code);
  const url = await tools.db.inTenant(tenantId, async (tx) => {
    await readTenant(tx);
    return findOpenUrl(tx, secretHash, now);
  });
  const { mailAddress, locale } = wish;
  if (!isOfDomains(mailAddress, url.enabledDomains)) {
    throw fail('invalid_params_enabledDomains', { field: 'mailAddress' });
  }
  const request = {
    kind: 'registerUser',
    mailAddress,
    tenantId,
    urlUuid: url.uuid,
    ...(locale && { locale }),
  } as const;
  await requestMail(tools, request, client, now);
}

/** Contents of the codes of a self-registration. */
interface Proof {
  urlUuid: string;
  mailAddress: string;
  locale: Language | null;
}

function proofOf({ data }: OneTimeCode): Proof {
  const { urlUuid, mailAddress, locale } = data;
  if (typeof urlUuid !== 'string' || typeof mailAddress !== 'string') throw fail('revoked_or_expired');
  return { urlUuid, mailAddress, locale: languages.find((language) => language === locale) ?? null };
}

/** Exchanges the emailed code for a temporary one, once. Throws `revoked_or_expired`, `exceeded_user_limit`. */
export async function openRegistration(tools: Tools, exchangeCode: string, client: ClientInfo, now: Date) {
  await spendCodeTry(tools, client, now);
  const { tenantId, codeHash } = readCodeKey(exchangeCode);
  return tools.db.inTenant(tenantId, async (tx) => {
    const tenant = await readTenant(tx);
    const code = await consumeCode(tx, codeHash, 'exchange', SELF_REGISTER, now);
    if (!code) throw fail('revoked_or_expired');
    const { urlUuid, mailAddress } = proofOf(code);
    const { role } = await readOpenUrl(tx, urlUuid, now);
    const temporary = { tenantId, kind: 'temporary', purpose: SELF_REGISTER, userUuid: null, data: code.data } as const;
    const temporaryCode = await issueCode(tx, { ...temporary, seconds: TEMPORARY_CODE_SECONDS, now });
    const policy = securityPolicy.parse(tenant.security_policy);
    const passwordOpen = isPasswordOpen(policy.loginPolicy, [role]);
    const passwordPolicy = policyAnswer(policy);
    return { temporaryCode, tenantId, tenantName: tenant.name, mailAddress, passwordOpen, passwordPolicy };
  });
}

/**
 * Creates the account for a confirmed address, once, if the URL has a seat left. Throws `revoked_or_expired`,
 * `exceeded_user_limit`, `domain_not_exists` (passwords are closed to such users), `duplicated_params_loginMailAddress`,
 * `too_many_requests` and the errors of the password rules.
 */
export async function registerUser(
  tools: Tools,
  temporaryCode: string,
  info: Omit<NewPerson, 'mailAddress' | 'urlUuid'> & { password: string },
  client: ClientInfo,
  now: Date,
): Promise<{ tenantId: string; userId: string }> {
  await spendCodeTry(tools, client, now);
  const { tenantId, codeHash } = readCodeKey(temporaryCode);
  const { tenant, proof } = await tools.db.inTenant(tenantId, async (tx) => {
    const found = await readTenant(tx);
    const code = await findCode(tx, codeHash, 'temporary', SELF_REGISTER, now);
    if (!code) throw fail('revoked_or_expired');
    // Checked before hashing, which is expensive.
    const { role } = await readOpenUrl(tx, proofOf(code).urlUuid, now);
    const { loginPolicy } = securityPolicy.parse(found.security_policy);
    if (!isPasswordOpen(loginPolicy, [role])) throw fail('domain_not_exists');
    return { tenant: found, proof: proofOf(code) };
  });
  const { password, ...names } = info;
  const { urlUuid, mailAddress } = proof;
  const person: NewPerson = { ...names, locale: names.locale ?? proof.locale ?? undefined, urlUuid, mailAddress };
  const hash = await prepareFirstPassword(tools, tenant, person, password);
  const act = { now, client, action: `${registerRoute.method} ${registerRoute.path}` };
  const make = () =>
    tools.db.inTenant(tenantId, async (tx) => {
      if (!(await consumeCode(tx, codeHash, 'temporary', SELF_REGISTER, now))) throw fail('revoked_or_expired');
      const { userId } = await makeUser(tools, tx, tenantId, person, hash, act);
      return { tenantId, userId };
    });
  for (let tries = 1; ; tries += 1) {
    try {
      return await make();
    } catch (error) {
      // The tenant has just become full. Strangers get the same answer as for a full URL.
      if (violates(error, 'over_user_limit')) throw fail('exceeded_user_limit', { cause: error });
      // Another user got the same user ID at the same moment: the next free one is tried.
      if (tries === MOST_TRIES || !violates(error, 'duplicated_params_userId')) throw error;
    }
  }
}

const MOST_TRIES = 5;

/** Whether a temporary code is that of a self-registration that can be completed. Throws `exceeded_user_limit`. */
export async function isSelfRegistration(tx: Tx, codeHash: Buffer, now: Date): Promise<boolean> {
  const code = await findCode(tx, codeHash, 'temporary', SELF_REGISTER, now);
  if (!code) return false;
  await readTenant(tx);
  await readOpenUrl(tx, proofOf(code).urlUuid, now);
  return true;
}

/**
 * Completes it without a password, for somebody who signs in with another identity provider; answers the user's UUID.
 * Throws `revoked_or_expired`, `exceeded_user_limit`; a tenant without room violates `over_user_limit`.
 */
export async function completeSelfRegistration(
  tools: Tools,
  tx: Tx,
  key: { tenantId: string; codeHash: Buffer },
  names: Partial<Omit<NewPerson, 'mailAddress' | 'urlUuid'>>,
  act: Act,
): Promise<string> {
  await readTenant(tx);
  const code = await consumeCode(tx, key.codeHash, 'temporary', SELF_REGISTER, act.now);
  if (!code) throw fail('revoked_or_expired');
  const { familyName = '', givenName = '', timezone } = names;
  const { locale, ...proof } = proofOf(code);
  const person = { ...proof, familyName, givenName, locale: names.locale ?? locale ?? undefined, timezone };
  return (await makeUser(tools, tx, key.tenantId, person, null, act)).uuid;
}

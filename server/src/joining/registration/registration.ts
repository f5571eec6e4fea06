import { REGISTER_LOGIN_INFO } from '../../credentials/one-time-codes/purposes.ts';
import { personActor } from '#contract/principals.ts';
import { registerLoginInfo as registerRoute } from '#contract/joining/registration.ts';
import { fail } from '#contract/errors.ts';
import { isPasswordOpen } from '#contract/sign-in/login-ways.ts';
import { changedFields, fromCall, writeOperation } from '../../platform/events/write.ts';
import { findReceiver, queueMailTo } from '../../tenant/notices/notices.ts';
import {
  consumeCode,
  findCode,
  type OneTimeCode,
  revokeCodes,
} from '../../credentials/one-time-codes/one-time-codes.ts';
import { prepareNewPassword, storePassword, unlessSpent } from '../../credentials/passwords/passwords.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Tools } from '../../platform/tools.ts';
import {
  type CodeKey,
  findTemporaryCode,
  policyAnswer,
  readCodeKey,
  readSubject,
  type Subject,
  spendCodeTry,
} from '../../sign-in/mailed-links/temporary-code.ts';
import * as queries from './queries.ts';

export { cancelInvitations, inviteUser, inviteUsers } from './invitation.ts';
/** The link of an invitation was opened. */
export const noteOpened = queries.noteOpened;

export interface Registration {
  temporaryCode: string;
  code?: string;
  userInfo: { familyName?: string; givenName?: string; locale?: string; timezone?: string; password: string };
}

/** The address the invitation was sent to: the holder of the code can read that mailbox. */
function invitedAddress(code: OneTimeCode): string {
  if (typeof code.data.mailAddress !== 'string') throw fail('revoked_or_expired');
  return code.data.mailAddress;
}

/** Hash of the exchange code that a temporary code was traded for. */
function exchangedHash({ data }: OneTimeCode): Buffer {
  return Buffer.from(typeof data.exchangeHash === 'string' ? data.exchangeHash : '', 'base64url');
}

/** The user that an invitation is for. Throws `revoked_or_expired`, `too_many_requests`. */
export async function readRegistration(tools: Tools, temporaryCode: string, client: ClientInfo, now: Date) {
  await spendCodeTry(tools, client, now);
  const key = readCodeKey(temporaryCode);
  const { code, subject } = await tools.db.inTenant(key.tenantId, (tx) =>
    findTemporaryCode(tx, key, REGISTER_LOGIN_INFO, now),
  );
  return {
    tenantId: subject.tenant_id,
    tenantName: subject.tenant_name,
    userId: subject.user_id,
    familyName: subject.family_name,
    givenName: subject.given_name,
    loginMailAddress: invitedAddress(code),
    locale: subject.locale,
    timezone: subject.timezone,
    passwordOpen: isPasswordOpen(subject.policy.loginPolicy, subject.roles),
    passwordPolicy: policyAnswer(subject.policy),
  };
}

/**
 * Completes the registration of an invited user, once: sets the password, the invited address as sign-in address, and
 * the user's corrections of names, language and time zone. Throws `revoked_or_expired`, `domain_not_exists` (passwords
 * are closed to the user, who keeps the code for another way), `duplicated_params_loginMailAddress`, `too_many_requests` and what `prepareNewPassword` throws.
 */
export async function registerLoginInfo(
  tools: Tools,
  registration: Registration,
  client: ClientInfo,
  now: Date,
): Promise<void> {
  await spendCodeTry(tools, client, now);
  const key = readCodeKey(registration.temporaryCode);
  const find = async (tx: Tx) => {
    const found = await findTemporaryCode(tx, key, REGISTER_LOGIN_INFO, now, registration.code);
    const { policy, roles } = found.subject;
    if (!isPasswordOpen(policy.loginPolicy, roles)) throw fail('domain_not_exists');
    return found;
  };
  const { subject } = await tools.db.inTenant(key.tenantId, find);
  const account = { tenantId: key.tenantId, userUuid: subject.uuid };
  const { password, givenName = subject.given_name, familyName = subject.family_name } = registration.userInfo;
  const asked = { field: 'userInfo.password', names: { givenName, familyName } };
  const hash = await prepareNewPassword(tools, account, password, asked).catch(
    unlessSpent(() => tools.db.inTenant(key.tenantId, find)),
  );
  const act = { client, now, action: `${registerRoute.method} ${registerRoute.path}` };
  await tools.db.inTenant(key.tenantId, (tx) =>
    activate(tools, tx, key.codeHash, subject, { ...registration.userInfo, hash }, act),
  );
  tools.principals.forget(key.tenantId, subject.uuid);
}

/**
 * Completes it without a password, for somebody who signs in with another identity provider; answers the user's UUID.
 * Throws `revoked_or_expired`, and violates `duplicated_params_loginMailAddress`.
 */
export async function completeInvitation(
  tools: Tools,
  tx: Tx,
  key: CodeKey,
  names: Omit<queries.LoginInfo, 'mailAddress'>,
  act: Act,
): Promise<string> {
  const { subject } = await findTemporaryCode(tx, key, REGISTER_LOGIN_INFO, act.now);
  await activate(tools, tx, key.codeHash, subject, { ...names, hash: null }, act);
  return subject.uuid;
}

/** Whether a temporary code is that of an invitation that can be completed. */
export async function isInvitation(tx: Tx, { codeHash }: CodeKey, now: Date): Promise<boolean> {
  const code = await findCode(tx, codeHash, 'temporary', REGISTER_LOGIN_INFO, now);
  return code?.user_uuid != null && (await readSubject(tx, code.user_uuid, REGISTER_LOGIN_INFO, now)) !== null;
}

export interface Act {
  client: ClientInfo;
  now: Date;
  action: string;
}

/** Names left out stay as the administrator entered them. `hash` null: the user has no password. */
async function activate(
  tools: Tools,
  tx: Tx,
  codeHash: Buffer,
  subject: Subject,
  given: Omit<queries.LoginInfo, 'mailAddress'> & { hash: string | null },
  act: Act,
): Promise<void> {
  const { familyName, givenName, locale, timezone, hash } = given;
  const { now } = act;
  const code = await consumeCode(tx, codeHash, 'temporary', REGISTER_LOGIN_INFO, now);
  if (!code) throw fail('revoked_or_expired');
  const info = { mailAddress: invitedAddress(code), familyName, givenName, locale, timezone };
  if (!(await queries.activateUser(tx, subject.uuid, info, now))) throw fail('revoked_or_expired');
  if (hash !== null) await storePassword(tx, { tenantId: subject.tenant_id, userUuid: subject.uuid, hash, now });
  await revokeCodes(tx, subject.uuid, REGISTER_LOGIN_INFO, now);
  await queries.noteCompleted(tx, exchangedHash(code), now);
  const receiver = await findReceiver(tx, subject.uuid);
  const link = `${tools.config.publicUrl}/portal/login.html`;
  if (receiver) await queueMailTo(tools, tx, receiver, { kind: 'registered', link, now });
  await record(tx, subject, { ...info, hasPassword: hash !== null }, act);
}

async function record(
  tx: Tx,
  subject: Subject,
  info: queries.LoginInfo & { hasPassword: boolean },
  { client, now, action }: Act,
): Promise<void> {
  const wire = (from: Partial<queries.LoginInfo>) => ({
    familyName: from.familyName ?? subject.family_name,
    givenName: from.givenName ?? subject.given_name,
    locale: from.locale ?? subject.locale,
    timezone: from.timezone ?? subject.timezone,
  });
  await writeOperation(tx, {
    tenantId: subject.tenant_id,
    at: now,
    operation: registerRoute.operation,
    action,
    actor: personActor(subject.uuid, subject.user_id),
    type: registerRoute.event,
    targetId: subject.uuid,
    changes: {
      ...changedFields(wire({}), wire(info)),
      loginMailAddress: { after: info.mailAddress },
      status: { before: 'registering', after: 'active' },
      ...(info.hasPassword && { password: {} }),
    },
    ...fromCall(client),
  });
}

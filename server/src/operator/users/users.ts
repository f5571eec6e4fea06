import type { z } from 'zod';
import { fail } from '#contract/errors.ts';
import type { newUser, OperatorUser } from '#contract/operator/users.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import { contextWords } from '#contract/guessable-password.ts';
import { generatePassword } from '../../credentials/passwords/generate-password.ts';
import { oneTimeUntil, refuseWeak, storePassword } from '../../credentials/passwords/passwords.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import { inviteUser } from '../../joining/registration/registration.ts';
import { type Given, insertOne } from '../../people/changes/changes.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Acting } from '../../platform/http/acting.ts';
import { requireCredentials } from '../credentials.ts';
import { tellOfAct } from '../tell-administrators.ts';
import type { Tools } from '../../platform/tools.ts';
import * as queries from './queries.ts';
import { isAdministrator } from '#contract/roles.ts';

type NewUser = z.output<typeof newUser>;

export interface UserWithPassword {
  user: OperatorUser;
  /** Only where it was made here: to be shown once. */
  password: string | null;
}

/** The user of an id. Throws `not_found`. */
export async function readUser(tx: Tx, userId: string): Promise<OperatorUser> {
  const row = await queries.findUser(tx, userId);
  if (!row) throw fail('not_found', { field: 'userId' });
  return queries.toUser(row);
}

/** One user. Throws `not_found`. */
export async function showUser({ db }: Tools, tenantId: string, userId: string): Promise<OperatorUser> {
  return db.inTenant(tenantId, (tx) => readUser(tx, userId));
}

/**
 * Makes a user, by invitation or with a password. An administrator is an act on credentials, of which the tenant's
 * administrators are told. Throws what either throws, and as `requireCredentials`.
 */
export async function createUser(
  tools: Tools,
  act: Acting,
  tenantId: string,
  user: NewUser,
): Promise<UserWithPassword> {
  if (isAdministrator(user.roles)) requireCredentials(act);
  return user.invite ? inviteNewUser(tools, act, tenantId, user) : createUserWithPassword(tools, act, tenantId, user);
}

/** Makes a registering user and queues the invitation, both or neither. Throws `not_found`, `duplicated_params_userId`. */
async function inviteNewUser(tools: Tools, act: Acting, tenantId: string, user: NewUser): Promise<UserWithPassword> {
  const userUuid = newUuid();
  const mailAddress = user.loginMailAddress;
  const created = await tools.db.inTenant(tenantId, async (tx) => {
    if (!(await queries.readPasswordRules(tx))) throw fail('not_found', { field: 'tenantId' });
    await insertOne(tx, { uuid: userUuid, userId: user.userId }, { ...givenBy(user), status: 'registering' }, act.now);
    await inviteUser(tools, tx, { tenantId, userUuid, mailAddress: mailAddress ?? undefined, now: act.now });
    const changes = { roles: { after: user.roles }, invitedMailAddress: { after: mailAddress } };
    await act.audit(tx, { type: 'user.created', targetId: userUuid, changes }, { tenantId, operation: 'create' });
    if (isAdministrator(user.roles)) await tellOfAct(tools, tx, act, 'operatorMadeAdministrator', user.userId);
    return readUser(tx, user.userId);
  });
  return { user: created, password: null };
}

/**
 * Makes an active user with a password, given or generated. Throws `not_found` (tenant), the policy's refusals, and
 * `duplicated_params_userId` or `duplicated_params_loginMailAddress`.
 */
async function createUserWithPassword(
  tools: Tools,
  act: Acting,
  tenantId: string,
  user: NewUser,
): Promise<UserWithPassword> {
  const generated = user.password === undefined;
  const password = await choosePassword(tools, tenantId, user);
  const hash = await tools.hasher.hash(password);
  const userUuid = newUuid();
  const created = await tools.db.inTenant(tenantId, async (tx) => {
    const given = { ...givenBy(user), status: 'active' as const, signInMailAddress: user.loginMailAddress };
    await insertOne(tx, { uuid: userUuid, userId: user.userId }, given, act.now);
    const { mustChangePassword: mustChange } = user;
    const until = generated && mustChange ? { oneTimeUntil: oneTimeUntil(act.now) } : {};
    await storePassword(tx, { tenantId, userUuid, hash, now: act.now, mustChange, ...until });
    const changes = { roles: { after: user.roles }, loginMailAddress: { after: user.loginMailAddress } };
    await act.audit(tx, { type: 'user.created', targetId: userUuid, changes }, { tenantId, operation: 'create' });
    if (isAdministrator(user.roles)) await tellOfAct(tools, tx, act, 'operatorMadeAdministrator', user.userId);
    return readUser(tx, user.userId);
  });
  return { user: created, password: generated ? password : null };
}

/** The given password, held to the tenant's rules, or one that meets them. */
async function choosePassword({ db, config }: Tools, tenantId: string, user: NewUser): Promise<string> {
  const rules = await db.inTenant(tenantId, queries.readPasswordRules);
  if (!rules) throw fail('not_found', { field: 'tenantId' });
  const { passwordPolicy } = securityPolicy.parse(rules.security_policy);
  const known = {
    ...{ userId: user.userId, givenName: user.givenName, familyName: user.familyName },
    mailAddresses: [user.loginMailAddress],
    ...{ tenantId, tenantName: rules.name, productName: config.PRODUCT_NAME },
  };
  if (user.password === undefined) return generatePassword(passwordPolicy, contextWords(known));
  refuseWeak(user.password, passwordPolicy, known, 'password');
  return user.password;
}

function givenBy({ familyName, givenName, roles, department, location, locale, timezone }: NewUser): Given {
  return { familyName, givenName, roles, department, location, locale, timezone };
}

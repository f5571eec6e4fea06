import { personActor } from '#contract/principals.ts';
import type { Language } from '#contract/languages.ts';
import { mayWriteUsers } from '#contract/roles.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import { fromCall, writeOperation } from '../../platform/events/write.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { type Given, insertOne } from '../../people/changes/changes.ts';
import { freeUserId } from '../../people/newcomers/newcomers.ts';
import { takeSeat } from '../registration-urls/registration-urls.ts';
import { permitAsRoomAllows } from '../../licences/permissions/newcomers.ts';
import type { Tools } from '../../platform/tools.ts';
import { tellAdministrators } from '../../tenant/notices/administrators.ts';
import { findReceiver, queueMailTo } from '../../tenant/notices/notices.ts';
import { refuseWeak, storePassword } from '../../credentials/passwords/passwords.ts';
import type * as queries from './queries.ts';

/** A self-registering user: the address is confirmed, everything else is as the user entered it. */
export interface NewPerson {
  urlUuid: string;
  mailAddress: string;
  familyName: string;
  givenName: string;
  locale?: Language | undefined;
  timezone?: string | undefined;
}

export interface Act {
  now: Date;
  client: ClientInfo;
  /** The call, for the log. */
  action: string;
}

/** Checks a first password against the tenant's rules and hashes it. Throws their errors for `userInfo.password`. */
export async function prepareFirstPassword(
  tools: Tools,
  tenant: queries.TenantRow,
  person: NewPerson,
  password: string,
): Promise<string> {
  const { mailAddress, givenName, familyName } = person;
  const { passwordPolicy } = securityPolicy.parse(tenant.security_policy);
  const known = {
    ...{ givenName, familyName, mailAddresses: [mailAddress] },
    ...{ tenantId: tenant.tenant_id, tenantName: tenant.name, productName: tools.config.PRODUCT_NAME },
  };
  refuseWeak(password, passwordPolicy, known, 'userInfo.password');
  return tools.hasher.hash(password);
}

/**
 * Creates the user and takes a seat of the URL, in one transaction. `hash` null: without a password. Throws `revoked_or_expired`,
 * `exceeded_user_limit`, `duplicated_params_loginMailAddress`.
 */
export async function makeUser(
  tools: Tools,
  tx: Tx,
  tenantId: string,
  person: NewPerson,
  hash: string | null,
  act: Act,
): Promise<{ uuid: string; userId: string }> {
  const { now } = act;
  // Concurrent registrations with one URL wait here for each other, so that no two try the same user ID.
  const { role, licenseIds, createdBy } = await takeSeat(tx, person.urlUuid, person.mailAddress, now);
  const userId = await freeUserId(tx, person.mailAddress);
  const uuid = newUuid();
  const { locale = null, timezone = null } = person;
  const names = { familyName: person.familyName.trim(), givenName: person.givenName.trim() };
  const given: Given = {
    ...names,
    status: 'active',
    roles: [role],
    locale,
    timezone,
    provenMailAddress: person.mailAddress,
  };
  await insertOne(tx, { uuid, userId }, given, now);
  if (hash !== null) await storePassword(tx, { tenantId, userUuid: uuid, hash, now });
  const receiver = await findReceiver(tx, uuid);
  const link = `${tools.config.publicUrl}/portal/login.html`;
  if (receiver) await queueMailTo(tools, tx, receiver, { kind: 'registered', link, now });
  if (mayWriteUsers({ status: 'active', roles: [role] })) {
    const variables = () => ({ target: userId, operator: createdBy });
    const telling = { kind: 'administratorRegistered', page: '/portal/users', variables, except: [uuid], now };
    await tellAdministrators(tools, tx, telling);
  }
  const licenses = await permitAsRoomAllows(tx, userId, licenseIds, now);
  await record(tx, { tenantId, uuid, userId, role, licenses, hasPassword: hash !== null }, person, act);
  return { uuid, userId };
}

async function record(
  tx: Tx,
  made: {
    tenantId: string;
    uuid: string;
    userId: string;
    role: string;
    licenses: { permitted: string[]; left: string[] };
    hasPassword: boolean;
  },
  person: NewPerson,
  { now, client, action }: Act,
): Promise<void> {
  const { familyName, givenName, mailAddress, urlUuid } = person;
  const after = { status: 'active', roles: [made.role], familyName, givenName, loginMailAddress: mailAddress };
  await writeOperation(tx, {
    tenantId: made.tenantId,
    at: now,
    operation: 'create',
    action,
    actor: personActor(made.uuid, made.userId),
    type: 'user.selfRegistered',
    targetId: made.uuid,
    changes: {
      ...Object.fromEntries(Object.entries(after).map(([field, value]) => [field, { after: value }])),
      registrationUrl: { after: urlUuid },
      ...(made.hasPassword && { password: {} }),
      ...(made.licenses.permitted.length > 0 && { permittedLicenses: { after: made.licenses.permitted } }),
      ...(made.licenses.left.length > 0 && { licensesWithoutSeat: { after: made.licenses.left } }),
    },
    ...fromCall(client),
  });
}

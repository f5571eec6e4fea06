import type { User } from '#contract/people/users-fields.ts';
import type { addProviderAccount } from '#contract/federation/user-provider-accounts.ts';
import { fail } from '#contract/errors.ts';
import { isAdministrator } from '#contract/roles.ts';
import type { BodyOf } from '#contract/route.ts';
import { isAgentId } from '#contract/rules.ts';
import { holdUser, readUser } from '../../people/users/users.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Caller } from '../../platform/http/session.ts';
import { link } from '../linking/links.ts';
import { findConnection } from '../openid-connections/openid-connections.ts';
import * as saml from '../saml-connections/saml-connections.ts';
import * as queries from './queries.ts';

/** A change to the linked accounts of a user, for the log and the email to them. */
interface Changed {
  user: User;
  /** As the account page shows it. */
  provider: string;
  account: { opId: string; subjectSubId: string };
}

/**
 * Links an account that an administrator names. Who controls it signs in as the user: the administrator could as well set
 * them a one-time password, but not get past an administrator's MFA, so those prove their accounts themselves, as
 * everybody does their own. Throws `not_found`, `forbidden`, `domain_not_exists`, `other_idp_account_federated`.
 */
export async function addAccount(
  tx: Tx,
  caller: Caller,
  userId: string,
  { type, opId, subjectSubId }: BodyOf<typeof addProviderAccount>,
  now: Date,
): Promise<Changed & { isNew: boolean }> {
  const held = await holdUser(tx, userId);
  const before = await readUser(tx, held.uuid, now);
  if (held.uuid === caller.uuid || isAdministrator(before.roles) || isAgentId(before.userId)) throw fail('forbidden');
  const found = type === 'saml' ? await findSaml(tx, opId) : await findOpenid(tx, opId);
  if (!found) throw fail('domain_not_exists', { field: 'opId' });
  const { connection, displayName, id, isEntra, subdomain } = found;
  // Entra ID: directory and object, as its tokens are read (`oidc-rp/id-token.ts`).
  const subject = isEntra ? subjectSubId.toLowerCase() : subjectSubId;
  if (isEntra && !ENTRA_SUBJECT.test(subject)) throw fail('invalid_params', { field: 'subjectSubId' });
  // cybozu.com: the subdomain before the name, as a sign-in reads it (`oidc-rp/cybozu.ts`).
  if (subdomain && !subject.startsWith(`${subdomain}/`)) throw fail('invalid_params', { field: 'subjectSubId' });
  const to = { tenantId: caller.tenantId, userUuid: held.uuid, displayName, isNamed: true, now };
  const isNew = await link(tx, { connection, subject }, to);
  const user = isNew ? await readUser(tx, held.uuid, now) : before;
  return { user, provider: displayName, account: { opId: id, subjectSubId: subject }, isNew };
}

const ENTRA_SUBJECT = /^[0-9a-f-]{36}\.[0-9a-f-]{36}$/;

async function findSaml(tx: Tx, samlId: string) {
  const row = await saml.findConnection(tx, samlId);
  return (
    row && { connection: row.uuid, displayName: row.display_name, id: row.saml_id, isEntra: false, subdomain: null }
  );
}

async function findOpenid(tx: Tx, opId: string) {
  const row = await findConnection(tx, opId);
  if (!row) return row;
  const { uuid: connection, display_name: displayName, op_id: id, kind, subdomain } = row;
  return { connection, displayName, id, isEntra: kind === 'office365', subdomain };
}

/** Unlinks an account of somebody else. Throws `not_found`, `forbidden`. */
export async function removeAccount(
  tx: Tx,
  caller: Caller,
  { userId, uuid }: { userId: string; uuid: string },
  now: Date,
): Promise<Changed> {
  const held = await holdUser(tx, userId);
  if (held.uuid === caller.uuid) throw fail('forbidden');
  const before = await readUser(tx, held.uuid, now);
  const account = before.allowedOpenidProviderAccounts.find((one) => one.uuid === uuid);
  if (!account) throw fail('not_found');
  await queries.deleteAccount(tx, held.uuid, uuid);
  const { opId, subjectSubId, displayName } = account;
  return {
    user: await readUser(tx, held.uuid, now),
    provider: displayName || opId,
    account: { opId, subjectSubId },
  };
}

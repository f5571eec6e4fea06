import { isFailure } from '#contract/errors.ts';
import { personActor } from '#contract/principals.ts';
import type { Language } from '#contract/languages.ts';
import { happen } from '../../platform/events/consumers.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { isTaken } from '../../platform/db/violation.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Tools } from '../../platform/tools.ts';
import { makeVouched } from '../../people/newcomers/newcomers.ts';
import { mayVouchFor } from '../email-domains/email-domains.ts';
import { mappedFor, tellGroups, type Told } from '../mapping/apply.ts';
import { link, type Subject } from './links.ts';

/** What a provider says about somebody; only names and an address, which proves nothing here. */
export interface Claims {
  /** Empty where it says none. */
  familyName: string;
  givenName: string;
  /** Pending until its owner opens the mailed link, unless `vouches`: a provider can claim any address. */
  mailAddress: string | null;
  /** Whether the provider says that the address is its user's. Believed only of domains that the tenant has proven. */
  vouches: boolean;
  /** From which the user ID is made: a name there, or the address. */
  name: string;
  locale: Language | null;
}

/**
 * Makes the user who signs in for the first time with a connection that adds users (just-in-time provisioning), linked to
 * it, with the role `User`, no license, and the fields and groups of the connection's mapping. Answers their UUID. Throws `duplicated_params_loginMailAddress` if
 * the address is somebody's: they sign in as before and link the account themselves. A tenant without room violates
 * `over_user_limit`; another who takes the same user ID at once, `duplicated_params_userId`.
 */
export async function provision(
  tools: Tools,
  tx: Tx,
  { tenantId, subject, displayName }: { tenantId: string; subject: Subject; displayName: string },
  claims: Claims,
  told: Pick<Told, 'said'>,
  { client, now, action }: { client: ClientInfo; now: Date; action: string },
): Promise<string> {
  const { mailAddress, familyName, givenName } = claims;
  const isProven = claims.vouches && mailAddress !== null && (await mayVouchFor(tx, subject.connection, mailAddress));
  const { vouches: _, ...said } = claims;
  const mapped = await mappedFor(tx, subject.connection, told);
  const groups = mapped.groups.map(({ key }) => key).sort();
  const more = { ...mapped.fields, ...(groups.length > 0 && { groups }) };
  const user = await makeVouched(tools, tx, tenantId, { ...said, isProven, more }, now);
  await link(tx, subject, { tenantId, userUuid: user.uuid, displayName, now });
  const address = isProven ? { loginMailAddress: mailAddress } : { nextLoginMailAddress: mailAddress };
  const after = { status: 'active', roles: ['User'], familyName, givenName, ...address, ...more };
  await happen(tools, tx, {
    ...{ tenantId, at: now, operation: 'create', action, type: 'user.provisioned', client },
    ...{ actor: personActor(user.uuid, user.userId), targetId: user.uuid },
    changes: {
      ...Object.fromEntries(Object.entries(after).map(([field, value]) => [field, { after: value }])),
      externalAccounts: { after: { displayName } },
    },
  });
  await tellGroups(tools, tx, { tenantId, ...user }, [[], mapped.groups], { client, now, action });
  return user.uuid;
}

/**
 * Tries a transaction that may provision or link a second time where something was taken: two first sign-ins of a person at
 * once find what the other made, and two people of one name get different user IDs.
 */
export const tryTwice = <T>(attempt: () => Promise<T>): Promise<T> =>
  attempt().catch((error) => (isRace(error) ? attempt() : Promise.reject(error)));

const isRace = (error: unknown): boolean =>
  isTaken(error) ||
  isFailure(error, 'other_idp_account_federated') ||
  isFailure(error, 'duplicated_params_loginMailAddress');

import { MAIL_CONFIRMATION_SECONDS } from '#contract/limits.ts';
import type { User } from '#contract/people/users-fields.ts';
import type { UserChanges } from '#contract/people/users.ts';
import { mailConfirmation } from '../ports.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { mailsAnHour } from '../../platform/limits/mails.ts';
import type { Limit } from '../../platform/limits/throttle.ts';
import type { Tools } from '../../platform/tools.ts';
import { type Given, updateOne } from '../changes/changes.ts';

/** The address to sign in with, as a form changes it: pending until its owner opens the mailed link. */

type Wanted = Record<string, unknown>;

/** Confirmation emails to one address that a tenant's administrators may cause, so that nobody is flooded. */
export const confirmationLimits = (
  tenantId: string,
  { loginMailAddress: address }: Pick<UserChanges, 'loginMailAddress'>,
): Limit[] => (address ? [mailsAnHour('mailConfirmationOf', `${tenantId}/${address.toLowerCase()}`)] : []);

/**
 * Addresses are compared case-insensitively. Where an address is pending without an email, the pending one is the one
 * that was given; without an address to sign in with none is pending either.
 */
export function wantedAddress(before: User, { loginMailAddress: address }: UserChanges): Wanted {
  if (address === undefined) return {};
  if (address === null) return { nextLoginMailAddress: null };
  const isPending = isUnmailed(before) && isSameAddress(address, before.nextLoginMailAddress);
  return isPending || isSameAddress(address, before.loginMailAddress)
    ? { loginMailAddress: before.loginMailAddress }
    : {};
}

const isSameAddress = (one: string, other: string | null) => one.toLowerCase() === other?.toLowerCase();

/**
 * Who has not registered confirms the address by registering. Inactive users could not follow a link: once they are
 * activated again, it is for the administrator to send one.
 */
const isUnmailed = ({ status }: User) => status === 'registering' || status === 'inactive';

export const changesAddress = (changes: Wanted) => 'loginMailAddress' in changes || 'nextLoginMailAddress' in changes;

/** What is written: a new address, with the expiry of its link if one is mailed; or null for one that is removed. */
export function addressGiven(before: User, given: UserChanges, changes: Wanted, now: Date): Given {
  const { loginMailAddress: address } = given;
  if (!changesAddress(changes)) return {};
  if (address && !isSameAddress(address, before.loginMailAddress))
    return { loginMailAddress: address, ...(!isUnmailed(before) && { linkUntil: linkUntil(now) }) };
  return address === null ? { loginMailAddress: null } : { nextLoginMailAddress: null };
}

/** Expiry of a link that is mailed now. */
const linkUntil = (now: Date) => new Date(now.getTime() + MAIL_CONFIRMATION_SECONDS * 1000);

/** Makes a new address pending and mails the link that confirms it. Links mailed before stop working. */
export async function setLoginMailAddress(
  tools: Tools,
  tx: Tx,
  { tenantId, uuid }: { tenantId: string; uuid: string },
  address: string,
  now: Date,
): Promise<void> {
  await updateOne(tx, uuid, { loginMailAddress: address, linkUntil: linkUntil(now) });
  await mailConfirmation(tools, tx, { tenantId, userUuid: uuid, address, now });
}

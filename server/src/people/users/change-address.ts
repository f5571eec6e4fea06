import type { User } from '#contract/people/users-fields.ts';
import type { UserChanges } from '#contract/people/users.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { mailsAnHour } from '../../platform/limits/mails.ts';
import type { Limit } from '../../platform/limits/throttle.ts';
import { takeTurn } from './address-turns.ts';
import type { Given } from '../changes/changes.ts';
import { refuseTaken } from './mail-address.ts';

type Wanted = Record<string, unknown>;

/** Confirmation mails of a tenant's administrators to one address, so that nobody is made a nuisance of. */
export const confirmationLimits = (
  tenantId: string,
  { loginMailAddress: address }: Pick<UserChanges, 'loginMailAddress'>,
): Limit[] => (address ? [mailsAnHour('mailConfirmationOf', `${tenantId}/${address.toLowerCase()}`)] : []);

/**
 * Addresses are compared whatever their capitals. Where an address waits without a mail, the one that waits is the one
 * that was given; without an address to sign in with none waits either.
 */
export function wantedAddress(before: User, { loginMailAddress: address }: UserChanges): Wanted {
  if (address === undefined) return {};
  if (address === null) return { nextLoginMailAddress: null };
  const waits = waitsUnmailed(before) && isSameAddress(address, before.nextLoginMailAddress);
  return waits || isSameAddress(address, before.loginMailAddress) ? { loginMailAddress: before.loginMailAddress } : {};
}

const isSameAddress = (one: string, other: string | null) => one.toLowerCase() === other?.toLowerCase();

/**
 * Who has not registered confirms the address by registering. Who is switched off could not follow a link: once they are
 * switched on again it is for the administrator to send one.
 */
export const waitsUnmailed = ({ status }: User) => status === 'registering' || status === 'inactive';

/** The field, of those given, that the account's source keeps; an address that waits is part of the one to sign in with. */
export function keptField({ readOnlyFields }: User, given: UserChanges, changes: Wanted): string | undefined {
  const kept = readOnlyFields.find((field) => field in changes);
  if (kept || !('nextLoginMailAddress' in changes) || !readOnlyFields.includes('loginMailAddress')) return kept;
  return given.nextLoginMailAddress === undefined ? 'loginMailAddress' : 'nextLoginMailAddress';
}

/**
 * The new address that changes give, taken so that nobody else is given it until the transaction ends; null: they give
 * none. `willMail` is called when it is one to mail a link to. Throws `duplicated_params_loginMailAddress`.
 */
export async function takeAddress(
  tx: Tx,
  before: User,
  given: UserChanges,
  changes: Wanted,
  willMail: () => void,
): Promise<string | null> {
  const { loginMailAddress: address } = given;
  if (!address || !changesAddress(changes) || isSameAddress(address, before.loginMailAddress)) return null;
  await takeTurn(tx, address);
  await refuseTaken(tx, address, before.uuid);
  if (!waitsUnmailed(before)) willMail();
  return address;
}

export const changesAddress = (changes: Wanted) => 'loginMailAddress' in changes || 'nextLoginMailAddress' in changes;

/** Whom another address, or none, concerns, for the consequences. */
export const readdressing = (before: User, { loginMailAddress, linkUntil }: Given) => ({
  uuid: before.uuid,
  waits: waitsUnmailed(before),
  linked: linkUntil !== undefined,
  loses: loginMailAddress === null && before.loginMailAddress !== null,
});

import type { User } from '#contract/people/users-fields.ts';
import type { UserChanges } from '#contract/people/users.ts';
import { fail } from '#contract/errors.ts';
import { cancelInvitations } from '../ports.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Tools } from '../../platform/tools.ts';
import { queueNotice } from '../../tenant/notices/notices.ts';
import { mailsAnHour } from '../../platform/limits/mails.ts';
import type { Limit } from '../../platform/limits/throttle.ts';
import { takeTurn } from './address-turns.ts';
import { dropLoginMailAddress, setLoginMailAddress, setWaitingAddress } from './mail-address.ts';
import * as queries from './queries.ts';

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
const waitsUnmailed = ({ status }: User) => status === 'registering' || status === 'inactive';

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
  if (await queries.isAddressTaken(tx, address, before.uuid))
    throw fail('duplicated_params_loginMailAddress', { field: 'loginMailAddress' });
  if (!waitsUnmailed(before)) willMail();
  return address;
}

export const changesAddress = (changes: Wanted) => 'loginMailAddress' in changes || 'nextLoginMailAddress' in changes;

/** Has the address that was taken wait; null: gives up the one that waits, and the one to sign in with where it is `gone`. */
export async function changeAddress(
  tools: Tools,
  tx: Tx,
  before: User,
  { address, gone, client, now }: { address: string | null; gone: boolean; client: ClientInfo; now: Date },
): Promise<void> {
  const account = { tenantId: before.tenantId, uuid: before.uuid };
  // A link that went to another mailbox must not let whoever reads it there become this user.
  if (waitsUnmailed(before)) await cancelInvitations(tx, [account.uuid], now);
  if (address !== null) {
    if (waitsUnmailed(before)) await setWaitingAddress(tx, account.uuid, address);
    else await setLoginMailAddress(tools, tx, account, address, now);
    return;
  }
  // Whoever read mail there hears of it before the address is gone.
  if (gone && before.loginMailAddress) {
    const notice = { tenantId: account.tenantId, userUuid: account.uuid, kind: 'mailAddressChanged' as const };
    await queueNotice(tools, tx, { ...notice, client, now, variables: { mailAddress: '-' } });
  }
  await dropLoginMailAddress(tx, account, gone, now);
}

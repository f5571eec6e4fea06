import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Tools } from '../../platform/tools.ts';
import { openDoors } from '../../credentials/passwords/passwords.ts';
import { revokeCodes } from '../../credentials/one-time-codes/one-time-codes.ts';
import { queueNotices } from '../../tenant/notices/notices.ts';
import { tellOfNewAdministrators } from '../../tenant/notices/administrators.ts';
import { CONFIRM_MAIL_ADDRESS } from '../../credentials/one-time-codes/purposes.ts';
import { cancelInvitations, shortenSessions, type SignedOut, signOut } from '../ports.ts';
import { revokeAllCodes } from './access.ts';
import { type Staged, takesAddress } from './changes.ts';
import { changesField, givesRights, type Known } from './rules.ts';

/** What a change of users does that has consequences, whoever makes it. */
export interface Effects {
  /**
   * Whose address to sign in with, or the one that waits to be that, is another or none: `waits` where nobody can sign in
   * yet or any more, `loses` the one they sign in with, `linked` those who are mailed a link to the new one.
   */
  readdressed?: readonly { uuid: string; waits: boolean; loses: boolean; linked?: boolean }[];
  switchedOn?: readonly string[];
  switchedOff?: readonly string[];
  madeAdministrators?: readonly { uuid: string; userId: string }[];
}

/** Who makes the change: the operator by user id, and whence, for those who are told. */
export interface By {
  tenantId: string;
  userId: string;
  client: ClientInfo | null;
}

const addresses = ['loginMailAddress', 'nextLoginMailAddress'] as const;
/** Whether the row `r` changes the address that the user `u` signs in with, or the one that waits. */
export const isReaddressed = sql`(r.kind = 'update' and r.changes ?| array[${sql.join(addresses.map(sql.lit))}])`;
/** Whether a change of one user does. */
export const readdresses = (change: Known): boolean =>
  change.kind === 'update' && addresses.some((address) => changesField(change, address));

/** {waits, loses}, before the change. */
export const readdressing = sql`jsonb_build_object('waits', u.status in ('registering', 'inactive'),
  'loses', ${takesAddress} and u.login_mail_address is not null)`;

/** What staged rows do that has consequences, before they are applied. `active`: who can sign in again. */
export async function findEffects(tx: Tx, rows: Staged): Promise<Required<Effects> & { active: string[] }> {
  const { rows: readdressed } = await sql<Required<Effects>['readdressed'][number]>`
    select u.uuid, told.* from ${rows} r join users u on u.uuid = r.user_uuid
    cross join lateral jsonb_to_record(${readdressing}) told (waits boolean, loses boolean)
    where ${isReaddressed} order by u.uuid`.execute(tx);
  const { rows: madeAdministrators } = await sql<Required<Effects>['madeAdministrators'][number]>`
    select r.user_uuid as uuid, r.user_id as "userId" from ${rows} r where ${givesRights} order by r.row_no`.execute(
    tx,
  );
  return { readdressed, ...(await findSwitched(tx, rows)), madeAdministrators };
}

/** Users who had not registered when they were deactivated are to register again, and so are not `active`. */
async function findSwitched(tx: Tx, rows: Staged) {
  const { rows: found } = await sql<{ uuid: string; status: string; after: string }>`
    select r.user_uuid as uuid, r.given ->> 'status' as status, r.changes #>> '{status,after}' as after from ${rows} r
    where r.kind = 'update' and r.changes ? 'status'`.execute(tx);
  const uuids = (users: typeof found) => users.map(({ uuid }) => uuid);
  const on = found.filter(({ status }) => status === 'active');
  return {
    switchedOff: uuids(found.filter(({ status }) => status === 'inactive')),
    switchedOn: uuids(on),
    active: uuids(on.filter(({ after }) => after === 'active')),
  };
}

/**
 * The consequences of a change of users, of one or of many, in their order, in the transaction of the change:
 *  1. links mailed to an address before are worthless: codes first, then invitations, whose mails are taken back
 *  2. who loses the address to sign in with hears of it there, before it is gone: queued here, not by a consumer of the
 *     event, because the rows of an import are written in SQL and told to nobody
 * — the change itself (`changes.ts`) —
 *  3. who is switched on is let in again, whatever wrong passwords there were
 *  4. of who is switched off every code, invitation, session and token ends, and every sign-in under way
 *  5. open sessions of new administrators last as long as those of administrators do, and the others are told of them
 * Seats and the rows of deleted users go by the database (triggers, foreign keys), the log by who makes the change.
 */
export async function prepareChange(
  tools: Tools,
  tx: Tx,
  { readdressed = [] }: Effects,
  { client }: By,
  now: Date,
): Promise<void> {
  const uuidsOf = (users: typeof readdressed) => users.map(({ uuid }) => uuid);
  // A link that is mailed now makes those before worthless itself.
  const unlinked = uuidsOf(readdressed.filter(({ linked }) => !linked));
  if (unlinked.length > 0) await revokeCodes(tx, unlinked, CONFIRM_MAIL_ADDRESS, now);
  await cancelInvitations(tx, uuidsOf(readdressed.filter(({ waits }) => waits)), now);
  const notice = { kind: 'mailAddressChanged' as const, client, now, variables: { mailAddress: '-' } };
  const losing = uuidsOf(readdressed.filter(({ loses }) => loses));
  await queueNotices(
    tools,
    tx,
    losing.map((userUuid) => ({ ...notice, userUuid })),
  );
}

/** The second half, behind the change. Answers what those who are switched off lost. */
export async function followChange(
  tools: Tools,
  tx: Tx,
  { switchedOn = [], switchedOff = [], madeAdministrators = [] }: Effects,
  { userId }: By,
  now: Date,
): Promise<Map<string, SignedOut>> {
  if (switchedOn.length > 0) await openDoors(tx, switchedOn);
  const lost = switchedOff.length === 0 ? new Map() : await endAccess(tx, switchedOff, now);
  if (madeAdministrators.length > 0) {
    await shortenSessions(
      tx,
      madeAdministrators.map(({ uuid }) => uuid),
    );
    await tellOfNewAdministrators(tools, tx, { made: madeAdministrators, operator: userId, now });
  }
  return lost;
}

async function endAccess(tx: Tx, uuids: readonly string[], now: Date): Promise<Map<string, SignedOut>> {
  await revokeAllCodes(tx, uuids, now);
  return signOut(tx, uuids, 'deactivated', now);
}

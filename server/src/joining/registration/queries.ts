import { type Insertable, type SqlBool, sql } from 'kysely';
import { type Given, oneRow, sameForAll, updating } from '../../people/changes/changes.ts';
import type { RegistrationMails } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { takeBackMails } from '../../platform/mail/outbox.ts';

export interface Invitee {
  uuid: string;
  status: string;
  login_mail_address: string | null;
  next_login_mail_address: string | null;
}

/** Locks users to be invited; in one order everywhere. */
export async function findInvitees(tx: Tx, userUuids: readonly string[]): Promise<Invitee[]> {
  return tx
    .selectFrom('users')
    .select(['uuid', 'status', 'login_mail_address', 'next_login_mail_address'])
    .where('uuid', '=', sql<string>`any (${userUuids}::uuid[])`)
    .orderBy('uuid')
    .forUpdate()
    .execute();
}

export async function insertRegistrationMails(tx: Tx, rows: readonly Insertable<RegistrationMails>[]): Promise<void> {
  await tx.insertInto('registration_mails').values(rows).execute();
}

/**
 * Users among these who were sent this many invitations within the period, with the seconds until the oldest leaves it.
 */
export async function findMailedOften(
  tx: Tx,
  userUuids: readonly string[],
  { most, withinSeconds }: { most: number; withinSeconds: number },
  now: Date,
): Promise<Map<string, number>> {
  const since = new Date(now.getTime() - withinSeconds * 1000);
  const { rows } = await sql<{ user_uuid: string; counted: Date }>`
    select user_uuid, (array_agg(sent_at order by sent_at desc))[${most}] as counted from registration_mails
    where user_uuid = any (${userUuids}::uuid[]) and sent_at > ${since}
    group by user_uuid having count(*) >= ${most}`.execute(tx);
  return new Map(rows.map((row) => [row.user_uuid, Math.ceil((row.counted.getTime() - since.getTime()) / 1000)]));
}

/** Users who sign in with these addresses: UUIDs by lower-case address. */
export async function findOwners(tx: Tx, addresses: readonly string[]): Promise<Map<string, string>> {
  const keys = addresses.map((address) => address.toLowerCase());
  const { rows } = await sql<{ uuid: string; key: string }>`
    select uuid, login_mail_address_key as key from users
    where login_mail_address_key = any (${keys}::text[])`.execute(tx);
  return new Map(rows.map(({ uuid, key }) => [key, uuid]));
}

/** Stores the invited addresses as pending until the links end. */
export async function noteWaiting(tx: Tx, addresses: ReadonlyMap<string, string>, until: Date): Promise<void> {
  const rows = sql`(
    select 'update' as kind, m.uuid as user_uuid, jsonb_build_object('loginMailAddress', m.address, 'linkUntil', ${until}::timestamptz) as given,
      '{"loginMailAddress": {}, "linkUntil": {}}'::jsonb as changes, m.address
    from unnest(${[...addresses.keys()]}::uuid[], ${[...addresses.values()]}::text[]) as m (uuid, address))`;
  const where = sql<SqlBool>`u.login_mail_address_key is distinct from lower(r.address)`;
  await updating(rows, ['address'], { where }).execute(tx);
}

/** Ends registration emails of users whose links still work, and cancels pending ones. */
export async function endRegistrationMails(
  tx: Tx,
  userUuids: readonly string[],
  reason: 'replaced' | 'cancelled',
  now: Date,
): Promise<void> {
  const ended = await tx
    .updateTable('registration_mails')
    .set({ ended_at: now, ended_reason: reason })
    .where('user_uuid', '=', sql<string>`any (${userUuids}::uuid[])`)
    .where('ended_at', 'is', null)
    .where('completed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('mail_id')
    .execute();
  await takeBackMails(
    tx,
    ended.map((row) => row.mail_id),
  );
}

/** No link is valid any more; the expiry shown for the user is removed. */
export async function noteNoLink(tx: Tx, userUuids: readonly string[]): Promise<void> {
  const rows = sameForAll(sql`select unnest(${userUuids}::uuid[]) as user_uuid`, { linkUntil: null });
  const where = sql<SqlBool>`u.status in ('registering', 'inactive') and u.next_login_mail_address_expires_at is not null`;
  await updating(rows, ['address'], { where }).execute(tx);
}

/** Records that a person opened the email's link. */
export async function noteOpened(tx: Tx, codeHash: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('registration_mails')
    .set({ opened_at: now })
    .where('code_hash', '=', codeHash)
    .where('opened_at', 'is', null)
    .execute();
}

/** Marks the invitation that a temporary code was traded for as completed. */
export async function noteCompleted(tx: Tx, codeHash: Buffer, now: Date): Promise<void> {
  await tx.updateTable('registration_mails').set({ completed_at: now }).where('code_hash', '=', codeHash).execute();
}

export interface LoginInfo extends Pick<Given, 'familyName' | 'givenName' | 'locale' | 'timezone'> {
  mailAddress: string;
}

/** Activates an invited user; false if the user is no longer registering, or not with that address. */
export async function activateUser(tx: Tx, userUuid: string, info: LoginInfo, now: Date): Promise<boolean> {
  const { mailAddress, ...names } = info;
  // The pending address becomes the sign-in address.
  const row = oneRow('update', { uuid: userUuid }, { ...names, status: 'active', provenMailAddress: mailAddress });
  const where = sql<SqlBool>`u.status = 'registering'
    and lower(coalesce(u.next_login_mail_address, u.login_mail_address)) = ${mailAddress.toLowerCase()}`;
  const parts = ['familyName', 'givenName', 'locale', 'timezone', 'status', 'address'] as const;
  const { rows } = await sql`${updating(row, parts, { now, where })} returning 1`.execute(tx);
  return rows.length > 0;
}

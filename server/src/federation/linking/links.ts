import { sql } from 'kysely';
import { fail } from '#contract/errors.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { holdProvider } from '../email-domains/email-domains.ts';

/** Who somebody is at a provider. A link is found by (tenant, connection, subject), never by a mail address. */
export interface Subject {
  /** UUID of the connection: one of the same name that is made anew inherits no links. */
  connection: string;
  /** What the provider never gives to another: the subject of OpenID Connect, a persistent NameID. */
  subject: string;
}

/** The user that a subject is linked to, or null. */
export async function findLinked(tx: Tx, { connection, subject }: Subject): Promise<string | null> {
  const row = await tx
    .selectFrom('openid_provider_accounts')
    .select('user_uuid')
    .where('op_id', '=', connection)
    .where('subject_sub_id', '=', subject)
    .executeTakeFirst();
  return row?.user_uuid ?? null;
}

/** Which of these subjects are linked to a user. */
export async function findLinkedOf(tx: Tx, connection: string, subjects: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('openid_provider_accounts')
    .select('subject_sub_id')
    .where('op_id', '=', connection)
    .where(sql<boolean>`subject_sub_id = any (${subjects}::text[])`)
    .execute();
  return new Set(rows.map(({ subject_sub_id }) => subject_sub_id));
}

/** The link of a user to a connection, and whether an administrator named it; null: there is none. */
export async function findLink(tx: Tx, connection: string, userUuid: string): Promise<{ isNamed: boolean } | null> {
  const row = await tx
    .selectFrom('openid_provider_accounts')
    .select('named')
    .where('op_id', '=', connection)
    .where('user_uuid', '=', userUuid)
    .executeTakeFirst();
  return row ? { isNamed: row.named === true } : null;
}

/** How many users a connection signs in. */
export const countLinked = async (tx: Tx, connection: string): Promise<number> =>
  (await countLinkedOf(tx, [connection])).get(connection) ?? 0;

/** The same of several, in one question; those without users are left out. */
export async function countLinkedOf(tx: Tx, connections: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('openid_provider_accounts')
    .select('op_id')
    .select((eb) => eb.fn.count<string>('user_uuid').distinct().as('count'))
    .where(sql<boolean>`op_id = any (${connections}::text[])`)
    .groupBy('op_id')
    .execute();
  return new Map(rows.map(({ op_id, count }) => [op_id, Number(count)]));
}

/**
 * Whether a connection signs somebody in, or would again if they came back from the bin with their links: then nobody may
 * put another provider in its place, who could name any of its subjects.
 */
export async function hasUsers(tx: Tx, connection: string, now: Date): Promise<boolean> {
  const linked = JSON.stringify({ openid_provider_accounts: [{ op_id: connection }] });
  // One question: who is restored at this moment is in one place or the other.
  const { rows } = await sql`
    select where exists (select from openid_provider_accounts where op_id = ${connection})
      or exists (select from deleted_users where expires_at > ${now} and belongings @> ${linked}::jsonb)`.execute(tx);
  return rows.length > 0;
}

/**
 * Links a subject to a user, whose row is locked. `displayName`: the connection's, as their account page shows it. `isNamed`:
 * by an administrator; once the user proves the account, it is so no more. True if
 * it was not linked to them before. Throws `other_idp_account_federated` if it is somebody else's, or if they are linked
 * to another account of the connection, and `domain_not_exists` if the connection was deleted while the provider was asked.
 */
export async function link(
  tx: Tx,
  { connection, subject }: Subject,
  to: { tenantId: string; userUuid: string; displayName: string; isNamed?: boolean; now: Date },
): Promise<boolean> {
  if (!(await holdProvider(tx, connection))) throw fail('domain_not_exists');
  const owner = await findLinked(tx, { connection, subject });
  if (owner === to.userUuid) {
    if (!to.isNamed) await noteProven(tx, { connection, subject });
    return false;
  }
  if (owner !== null || (await findLink(tx, connection, to.userUuid))) throw fail('other_idp_account_federated');
  // Two at once: the second violates `other_idp_account_federated`.
  const row = {
    uuid: newUuid(),
    op_id: connection,
    subject_sub_id: subject,
    display_name: to.displayName,
    named: to.isNamed,
  };
  await tx
    .insertInto('openid_provider_accounts')
    .values({ ...row, tenant_id: to.tenantId, user_uuid: to.userUuid, created_at: to.now })
    .execute();
  return true;
}

async function noteProven(tx: Tx, { connection, subject }: Subject): Promise<void> {
  const row = tx.updateTable('openid_provider_accounts').set({ named: false }).where('op_id', '=', connection);
  await row.where('subject_sub_id', '=', subject).where('named', '=', true).execute();
}

/** Removes the links of a connection that is deleted. */
export async function deleteLinks(tx: Tx, connection: string): Promise<void> {
  await tx.deleteFrom('openid_provider_accounts').where('op_id', '=', connection).execute();
}

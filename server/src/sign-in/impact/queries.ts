import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';

/** Users who can sign in: registered, not deactivated, and no management agents. */
const signsIn = sql<SqlBool>`u.status in ('active', 'locked') and u.user_id_key not like 'agent:%'`;

export interface Batch {
  counted: number;
  last: string | null;
  /** Number of users who meet any of the conditions, and of each. */
  any: number;
  touched: number[];
}

/** For each condition, whether the user meets it; evaluated once per user. */
const met = (conditions: readonly RawBuilder<SqlBool>[]) =>
  sql`array[${sql.join([sql`false`, ...conditions.map((condition) => sql`${signsIn} and (${condition})`)])}]`;

/** Counts, among at most `most` users after a uuid, those that meet each condition. */
export async function countBatch(
  tx: Tx,
  conditions: readonly RawBuilder<SqlBool>[],
  { after, most }: { after: string | null; most: number },
): Promise<Batch> {
  const behind = after === null ? sql`` : sql`where uuid > ${after}::uuid`;
  const counters = conditions.map((_, at) => sql`count(*) filter (where t.met[${sql.lit(at + 2)}])::integer`);
  const { rows } = await sql<{ counted: number; last: string | null; any: number; touched: (number | null)[] }>`
    select count(*)::integer as counted, max(t.uuid::text) as last,
      count(*) filter (where true = any (t.met))::integer as any,
      array[${sql.join([sql`null`, ...counters])}]::integer[] as touched
    from (
      select u.uuid, ${met(conditions)} as met from (select * from users ${behind} order by uuid limit ${most}) u
      left join user_passwords p on p.tenant_id = u.tenant_id and p.user_uuid = u.uuid offset 0) t`.execute(tx);
  const { counted = 0, last = null, any = 0, touched = [] } = rows[0] ?? {};
  return { counted, last, any, touched: touched.slice(1).map(Number) };
}

/** The conditions that one user meets. */
export async function conditionsOf(
  tx: Tx,
  conditions: readonly RawBuilder<SqlBool>[],
  uuid: string,
): Promise<boolean[]> {
  const { rows } = await sql<{ met: (boolean | null)[] }>`
    select ${met(conditions)} as met
    from users u left join user_passwords p on p.tenant_id = u.tenant_id and p.user_uuid = u.uuid
    where u.uuid = ${uuid}::uuid`.execute(tx);
  return (rows[0]?.met ?? []).slice(1).map((one) => one === true);
}

/** Whether an active administrator with a password remains who is not locked out by a policy. */
export async function hasAdministrator(tx: Tx, keptOut: RawBuilder<SqlBool>): Promise<boolean> {
  const { rows } = await sql`
    select from users u where is_acting_administrator(u.user_id_key, u.status, u.roles) and not ${keptOut}
      and exists (select from user_passwords p where p.tenant_id = u.tenant_id and p.user_uuid = u.uuid) limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** The users that a connection signs in, for further conditions: administrators not by a named account (0246). */
const linkedTo = (connection: string, uses: RawBuilder<SqlBool>) => sql`users u
  left join user_passwords p on p.tenant_id = u.tenant_id and p.user_uuid = u.uuid
  where exists (select from openid_provider_accounts a where a.op_id = ${connection} and a.user_uuid = u.uuid
      and not (a.named is true and is_administrator(u.roles)))
    and ${signsIn} and ${uses}`;

export interface Dependants {
  users: number;
  without_other: number;
  by_mail: number;
  administrators_total: number;
  you: boolean;
}

interface Conditions {
  connection: string;
  /** Whom the connection signs in. */
  uses: RawBuilder<SqlBool>;
  /** Whom nothing else does. */
  alone: RawBuilder<SqlBool>;
}

export async function countDependants(
  tx: Tx,
  { connection, uses, alone, byMail }: Conditions & { byMail: RawBuilder<SqlBool> },
  caller: string,
): Promise<Dependants> {
  const { rows } = await sql<Dependants>`
    select count(*)::integer as users, count(*) filter (where t.alone)::integer as without_other,
      count(*) filter (where t.alone and t.by_mail)::integer as by_mail,
      count(*) filter (where t.alone and t.administrator)::integer as administrators_total,
      coalesce(bool_or(t.alone and t.uuid = ${caller}::uuid), false) as you
    from (
      select u.uuid, ${alone} as alone, ${byMail} as by_mail, is_administrator(u.roles) as administrator
      from ${linkedTo(connection, uses)} offset 0) t`.execute(tx);
  return rows[0] as Dependants;
}

export async function listAdministrators(tx: Tx, { connection, uses, alone }: Conditions, most: number) {
  const { rows } = await sql<{ userId: string; familyName: string; givenName: string }>`
    select u.user_id as "userId", u.family_name as "familyName", u.given_name as "givenName"
    from ${linkedTo(connection, uses)} and is_administrator(u.roles) and ${alone}
    order by u.user_id_key limit ${most}`.execute(tx);
  return rows;
}

/**
 * Whether the tenant loses its last administrators who can sign in with a connection: it signs one in, and none of them has
 * what the tenant keeps (docs/decisions/0052) or another connection.
 */
export async function losesAdministrators(
  tx: Tx,
  { connection, uses, other }: Pick<Conditions, 'connection' | 'uses'> & { other: RawBuilder<SqlBool> },
): Promise<boolean> {
  const { rows } = await sql`
    select where exists (
      select from ${linkedTo(connection, uses)} and is_acting_administrator(u.user_id_key, u.status, u.roles))
    and not exists (
      select from users u where is_acting_administrator(u.user_id_key, u.status, u.roles)
        and (can_sign_in(u) and not is_stopped_for_good(u) or ${other}))`.execute(tx);
  return rows.length > 0;
}

/** Acts that can cost a tenant its last administrator take turns, as the trigger that guards users does (0054). */
export async function takeAdministratorsTurn(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators of ' || current_tenant(), 0))`.execute(tx);
}

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { seededUserId, stageColumns, stageLine } from './rows.ts';

/** Numbers of made-up users, both included. */
export interface Bite {
  first: number;
  last: number;
}

/** What every bite of a seeding has in common. */
export interface Filling {
  tenantId: string;
  groupUuids: readonly string[];
  /** The password all get; null: none. */
  hash: string | null;
}

const LINES_A_PIECE = 500;

/** A temporary table of this connection: COPY cannot write behind the wall, so rows come in here. */
export const makeStage = (client: pg.PoolClient) =>
  client.query(`create temporary table demo_stage (${stageColumns}) on commit delete rows`);
export const dropStage = (client: pg.PoolClient) => client.query('drop table demo_stage');

/** A transaction behind the wall on a connection of one's own (COPY needs the connection itself). */
export async function inTenant<T>(client: pg.PoolClient, tenantId: string, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await client.query("select set_config('app.tenant_id', $1, true)", [tenantId]);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Makes one bite of users, in one transaction. */
export async function makeUsers(client: pg.PoolClient, filling: Filling, bite: Bite): Promise<void> {
  await inTenant(client, filling.tenantId, async () => {
    await pipeline(Readable.from(lines(filling, bite)), client.query(copyFrom('copy demo_stage from stdin')));
    await insertStaged(client, filling);
  });
}

function* lines({ tenantId, groupUuids }: Filling, { first, last }: Bite): Generator<string> {
  for (let start = first; start <= last; start += LINES_A_PIECE) {
    let piece = '';
    const end = Math.min(last, start + LINES_A_PIECE - 1);
    for (let n = start; n <= end; n++) piece += `${stageLine(n, `${tenantId}.example`, groupUuids)}\n`;
    yield piece;
  }
}

/** Whoever is active signed in last at some minute of the past hundred days. */
const lastSignIn = `case when status = 'active' then now() - abs(hashtext(user_id) % 144000) * interval '1 minute' end`;

async function insertStaged(client: pg.PoolClient, { tenantId, hash }: Filling): Promise<void> {
  await client.query(
    `insert into users (tenant_id, uuid, user_id, family_name, given_name, status, roles, department, location, locale, login_mail_address, other_mail_addresses, logined_at)
     select $1, uuid, user_id, family_name, given_name, status, roles, department, location, locale, mail, coalesce(other_mail, ''),
       ${lastSignIn}
     from demo_stage`,
    [tenantId],
  );
  await client.query(
    `insert into user_mail_addresses (tenant_id, user_uuid, position, mail_address)
     select $1, uuid, 0, other_mail from demo_stage where other_mail is not null`,
    [tenantId],
  );
  await client.query(
    `insert into group_users (tenant_id, group_uuid, user_uuid, user_id_key)
     select $1, unnest(group_uuids), uuid, lower(user_id) from demo_stage`,
    [tenantId],
  );
  if (hash === null) return;
  await client.query(
    `insert into user_passwords (tenant_id, user_uuid, password_hash, changed_at)
     select $1, uuid, $2, now() from demo_stage where status <> 'registering'`,
    [tenantId, hash],
  );
}

/**
 * What is still to be made of `users`, in bites. A bite's users are always made from its first on and together, so what
 * a bite has tells where it goes on.
 */
export async function missingBites(
  client: pg.PoolClient,
  tenantId: string,
  users: number,
  size: number,
): Promise<Bite[]> {
  const { rows } = await inTenant(client, tenantId, () =>
    client.query<{ bite: number; made: number }>(
      `select (substr(user_id_key, 2)::integer - 1) / $3::integer as bite, count(*)::integer as made
       from users where user_id_key between $1 and $2 and user_id_key ~ '^u[0-9]{7}$' group by 1`,
      [seededUserId(1), seededUserId(9_999_999), size],
    ),
  );
  const made = new Map(rows.map((row) => [row.bite, row.made]));
  const bites = Array.from({ length: Math.ceil(users / size) }, (_, bite) => ({
    first: bite * size + 1 + (made.get(bite) ?? 0),
    last: Math.min(users, (bite + 1) * size),
  }));
  return bites.filter(({ first, last }) => first <= last);
}

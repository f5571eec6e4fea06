import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { hashSecret, newSecret } from '#server/platform/crypto/secret.ts';
import { newUuid } from '#server/platform/crypto/uuid.ts';
import type { Portico } from './start.ts';

/** Data that the bench added to Portico. */
export interface Seed {
  tenantId: string;
  users: number;
  prefix: string;
  password: string;
  uuids: string[];
  /** A confidential client of the tenant, as used by an app that introspects tokens. */
  client: { id: string; secret: string };
}

const names: readonly (readonly [string, string])[] = [
  ['山田', '太郎'],
  ['佐藤', '花子'],
  ['Schmidt', 'Anna'],
  ['鈴木', '一郎'],
  ['Okafor', 'Chinedu'],
];

/**
 * Fills a new tenant with users who share one password, hashed once, because only checking it is measured. A tenant
 * kept from an earlier run only gets a new client.
 */
export async function seed(portico: Portico, users: number): Promise<Seed> {
  const given: Seed = {
    tenantId: 'bench',
    users,
    prefix: 'user-',
    password: 'violet harbour 47 lantern',
    uuids: Array.from({ length: users }, newUuid),
    client: { id: `bench.${newSecret(12)}`, secret: newSecret() },
  };
  const database = new pg.Client(portico.owner);
  await database.connect();
  try {
    const { rowCount } = await database.query('select from tenants where tenant_id = $1', [given.tenantId]);
    if (rowCount) given.uuids = await readUuids(database, given);
    await database.query('begin');
    if (!rowCount) {
      await insertTenant(database, given);
      await insertUsers(database, given);
    }
    await insertClient(database, given);
    await database.query('commit');
    if (!rowCount) await database.query('analyze');
  } finally {
    await database.end();
  }
  return given;
}

const insertTenant = (database: pg.Client, { tenantId, users }: Seed) =>
  database.query(
    `insert into tenants (tenant_id, name, region, locale, user_count) values ($1, 'Bench', 'na', 'en', $2)`,
    [tenantId, users],
  );

/** Users created by an earlier run, in the order of their numbers. */
async function readUuids(database: pg.Client, { tenantId, users, prefix }: Seed): Promise<string[]> {
  const { rows } = await database.query<{ uuid: string }>(
    `select u.uuid from generate_series(0, $2::integer - 1) n
     join users u on u.tenant_id = $1 and u.user_id_key = $3 || n order by n`,
    [tenantId, users, prefix],
  );
  return rows.map(({ uuid }) => uuid);
}

async function insertClient(database: pg.Client, { tenantId, client }: Seed): Promise<void> {
  const metadata = {
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['authorization_code'],
    response_types: ['code'],
    redirect_uris: ['https://service.example/callback'],
    scope: 'openid',
  };
  await database.query(
    `insert into oauth_clients (tenant_id, client_id, name, metadata, secret_hash) values ($1, $2, 'A service', $3, $4)`,
    [tenantId, client.id, metadata, hashSecret(client.secret)],
  );
}

async function insertUsers(database: pg.Client, given: Seed): Promise<void> {
  const { tenantId, uuids, prefix } = given;
  const passwordHash = await hash(given.password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  await database.query(
    `insert into users (tenant_id, uuid, user_id, family_name, given_name, status, login_mail_address)
     select $1, uuid, $3 || (number - 1), ($4::text[])[1 + number % 5], ($5::text[])[1 + number % 5], 'active',
       $3 || (number - 1) || '@bench.example'
     from unnest($2::uuid[]) with ordinality as made (uuid, number)`,
    [tenantId, uuids, prefix, names.map(([family]) => family), names.map(([, person]) => person)],
  );
  await database.query(
    `with kept as (
       insert into user_passwords (tenant_id, user_uuid, password_hash, changed_at)
       select $1, unnest($2::uuid[]), $3, now() - interval '1 minute' returning *)
     insert into password_history (tenant_id, user_uuid, password_hash, changed_at)
     select tenant_id, user_uuid, password_hash, changed_at from kept`,
    [tenantId, uuids, passwordHash],
  );
}

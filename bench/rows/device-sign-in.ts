import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { dataPaths } from '#server/platform/config.ts';
import { createSealer } from '#server/platform/crypto/sealed-box.ts';
import { openPool } from '#server/platform/db/pool.ts';
import { openDatabase } from '#server/platform/db/transaction.ts';
import { openLookupKeys } from '#server/platform/secrets/lookup-keys.ts';
import { newUuid } from '#server/platform/crypto/uuid.ts';
import { makeSecret, readSecret } from '#server/devices/credentials/secret.ts';
import { type Bench, CONNECTIONS, inTurns, median } from '../measure.ts';
import { startHelper } from '../processes.ts';
import { rateRow, type Row } from '../report.ts';

const DEVICES = 64;
/** Users with a card each; more than sign in during one run. */
const PREFIX = 'BENCHCARD';
/** Sign-ins per second, on the two cores that everything shares. */
const BAR = 500;

/** Adds a card to every user and registers devices; returns their first secrets. */
async function seedCards({ portico, seed: { tenantId, uuids } }: Bench): Promise<string[]> {
  const masterKey = Buffer.from((await readFile(dataPaths(portico.dataDir).masterKey, 'utf8')).trim(), 'hex');
  const db = openDatabase(openPool({ ...portico.owner, options: '-c role=portico_app' }, 1));
  const [hash] = (await openLookupKeys(db, createSealer(masterKey), [masterKey])).card;
  await db.close();
  if (!hash) throw new Error('no look-up key for cards');
  const hashes = uuids.map((_, number) => hash(tenantId, `${PREFIX}${number}`));
  const devices = Array.from({ length: DEVICES }, () => ({ uuid: newUuid(), secret: makeSecret(tenantId) }));
  const database = new pg.Client(portico.owner);
  await database.connect();
  await database.query(
    `insert into onpremise_accounts (tenant_id, uuid, user_uuid, device_type, type, index, value_hash)
     select $1, gen_random_uuid(), user_uuid, 'PorticoMfp', 'card', 1, value_hash
     from unnest($2::uuid[], $3::bytea[]) made (user_uuid, value_hash)`,
    [tenantId, uuids, hashes],
  );
  for (const { uuid, secret } of devices) {
    const kept = readSecret(secret);
    await database.query(
      `with device as (
         insert into devices (tenant_id, uuid, device_id, serial_id, device_type, credential_status, created_at, updated_at)
         values ($1, $2::uuid, 'bench-' || $2::uuid, $2::uuid::text, 'PorticoMfp', 'issued', now(), now()))
       insert into device_credentials (tenant_id, device_uuid, family_hash, current_hash, issued_at)
       values ($1, $2::uuid, $3, $4, now())`,
      [tenantId, uuid, kept?.familyHash, kept?.hash],
    );
  }
  await database.query('analyze');
  await database.end();
  return devices.map(({ secret }) => secret);
}

async function enrol({ portico }: Bench, credential: string): Promise<string> {
  const answer = await fetch(`${portico.url}/api/auth/device/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ credential }),
  });
  if (!answer.ok) throw new Error(`not enrolled: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { accessToken: string }).accessToken;
}

/** Card sign-ins of different users, compared with one prepared query. */
export async function measureDeviceSignIn(bench: Bench): Promise<Row[]> {
  const { portico, load, seconds, seed } = bench;
  const tokens: string[] = [];
  for (const secret of await seedCards(bench)) tokens.push(await enrol(bench, secret));
  const select = startHelper<object, { count: number; seconds: number }>('reference/select.ts');
  const values = seed.uuids.slice(0, 1000).map((uuid) => [seed.tenantId, uuid]);
  const text = 'select user_id from users where tenant_id = $1 and uuid = $2';
  let first = 0;
  const hold = async () => {
    const whom = { tokens, prefix: PREFIX, first, users: seed.users };
    const result = await load.ask({ kind: 'card', port: portico.port, connections: CONNECTIONS, seconds, ...whom });
    first += result.count;
    return result;
  };
  const result = await inTurns(bench, hold, {
    pid: select.pid,
    run: () => select.ask({ connection: portico.owner, text, values, seconds }),
  });
  await select.stop();
  const figure = median(result.portico.runs);
  const question = median(result.reference.runs);
  const notes = [
    `one prepared question by its key, eight at a time: ${Math.round(question).toLocaleString('en-US')}/s`,
  ];
  const given = { id: 'device-sign-in', title: 'card sign-ins at 64 devices, 8 at a time', notes };
  const row = rateRow({ ...given, reference: 'bar', bar: { least: 1 } }, result);
  const ratio = figure / BAR;
  return [{ ...row, reference: { title: row.reference.title, figure: BAR }, ratio, met: ratio >= 1 }];
}

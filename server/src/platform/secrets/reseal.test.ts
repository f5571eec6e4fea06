import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { databaseUrl } from '#test/cluster.ts';
import { makeTenant, makeUser, type TestTenant, type TestUser } from '#test/factories.ts';
import { hashSecret } from '../crypto/secret.ts';
import { masterLookupKey, keyedHashUnder } from '../crypto/keyed-hash.ts';
import { createSealer } from '../crypto/sealed-box.ts';
import { newUuid } from '../crypto/uuid.ts';
import type { Connection } from '../embedded/embedded.ts';
import { resealAll } from './reseal.ts';
import { totpContext } from './sealed-columns.ts';

const COUNT = 4000;
const never = new AbortController().signal;
/** Every key of this file, the latest first. */
let known: Buffer[] = [];

/** Tools of a process with a new master key and all earlier ones. */
function withNewKey() {
  known = [randomBytes(32), ...known];
  return { ...app.tools, sealer: createSealer(known) };
}

let app: TestApp;
let tenant: TestTenant;
let user: TestUser;
/** The expected plaintext of each row. */
const secrets = new Map<string, string>();

beforeAll(async () => {
  app = await startTestApp();
  known = [...app.tools.masterKeys];
  tenant = await makeTenant(app);
  user = await makeUser(app, tenant);
  const rows = Array.from({ length: COUNT }, (_, n) => ({ uuid: newUuid(), secret: `secret ${n}` }));
  for (const { uuid, secret } of rows) secrets.set(uuid, secret);
  await app.owner.query(
    `insert into totps (tenant_id, uuid, user_uuid, sealed_secret) select $1, uuid, $2, sealed
     from unnest($3::uuid[], $4::bytea[]) made (uuid, sealed)`,
    [tenant.tenantId, user.uuid, rows.map((row) => row.uuid), rows.map((row) => seal(app, row.uuid, row.secret))],
  );
});
afterAll(() => app.close());

const seal = (sealing: Pick<TestApp, 'tools'>, uuid: string, secret: string) =>
  sealing.tools.sealer.seal(secret, totpContext(tenant.tenantId, user.uuid, uuid));

/** Every row opens under this key only, with its original content; none is lost or duplicated. */
async function expectAllUnder(masterKey: Buffer): Promise<void> {
  const sealer = createSealer(masterKey);
  const { rows } = await app.owner.query('select uuid, sealed_secret from totps');
  const read = rows.map(({ uuid, sealed_secret }) => [
    uuid,
    sealer.open(sealed_secret, totpContext(tenant.tenantId, user.uuid, uuid)).toString(),
  ]);
  expect(new Map(read as [string, string][])).toEqual(secrets);
  expect(rows).toHaveLength(secrets.size);
}

describe('sealing again', () => {
  it('goes on where a process was killed, beside others and beside changes', async () => {
    const newKey = randomBytes(32);
    known = [newKey, ...known];
    const [oldKey] = app.tools.masterKeys;
    const environment = {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl(app.owner.options as unknown as Connection),
      MASTER_KEY: newKey.toString('hex'),
      PREVIOUS_MASTER_KEYS: String(oldKey?.toString('hex')),
    };
    const count = async () => {
      const sealer = createSealer(newKey);
      const { rows } = await app.owner.query(
        'select count(*)::int as n from totps where substring(sealed_secret from 1 for 5) = $1',
        [sealer.header],
      );
      return rows[0].n as number;
    };
    const killed = spawn(process.execPath, ['server/src/operator/cli/main.mjs', 'key', 'reseal'], {
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    // Printed after each batch of 500; the first is of other columns.
    await new Promise<void>((told) =>
      killed.stderr.on('data', (line) => {
        if (Number.parseInt(String(line), 10) >= 500) told();
      }),
    );
    killed.kill('SIGKILL');
    await new Promise((done) => killed.once('close', done));
    const before = await count();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(COUNT);

    const others = await Promise.all([app.another(newKey), app.another(newKey), app.another(newKey)]);
    // Meanwhile users change theirs, some through a process that does not know the new key yet.
    const changing = [...secrets.keys()].filter((_, n) => n % 40 === 0);
    const changes = (async () => {
      for (const [n, uuid] of changing.entries()) {
        const secret = `changed ${n}`;
        const by = n % 2 === 0 ? app : others[0];
        await app.owner.query('update totps set sealed_secret = $2 where uuid = $1', [uuid, seal(by, uuid, secret)]);
        secrets.set(uuid, secret);
      }
    })();
    const done = await Promise.all(others.map((other) => resealAll(other.tools, never)));
    await changes;
    const rest = await resealAll(others[0].tools, never);
    const values = [...done, rest].reduce((sum, { values: n }) => sum + n, 0);
    // What a process with the new key wrote in time was sealed already.
    const written = changing.filter((_, n) => n % 2 === 1).length;
    expect(values).toBeGreaterThanOrEqual(COUNT - before - written);
    await expectAllUnder(newKey);
    expect(await resealAll(others[1].tools, never)).toEqual({ values: 0, recoveryCodes: 0 });
    await Promise.all(others.map((other) => other.close()));
  });

  it('leaves what cannot be opened, ends, and says so', async () => {
    const tools = withNewKey();
    const uuid = newUuid();
    const broken = app.tools.sealer.seal('x', 'elsewhere');
    await app.owner.query('insert into totps (tenant_id, uuid, user_uuid, sealed_secret) values ($1, $2, $3, $4)', [
      tenant.tenantId,
      uuid,
      user.uuid,
      broken,
    ]);
    await resealAll(tools, never);
    const { rows } = await app.owner.query('delete from totps where uuid = $1 returning sealed_secret', [uuid]);
    expect(rows).toEqual([{ sealed_secret: broken }]);
    await expectAllUnder(known[0] as Buffer);
  });

  it('stops between two batches when it is told to', async () => {
    const stop = new AbortController();
    const tools = withNewKey();
    const { values } = await resealAll(tools, stop.signal, () => stop.abort());
    expect(values).toBeLessThan(COUNT);
    expect(values + (await resealAll(tools, never)).values).toBeGreaterThanOrEqual(COUNT);
    await expectAllUnder(known[0] as Buffer);
  });
});

describe('what an earlier version stored', () => {
  it('PINs and cards are found as before, for their look-up key is the one that was derived', async () => {
    const fresh = await startTestApp();
    const there = await makeTenant(fresh);
    const [masterKey] = fresh.tools.masterKeys;
    if (!masterKey) throw new Error('no key');
    await fresh.owner.query('delete from lookup_keys');
    const [first, second] = await Promise.all([fresh.another(), fresh.another()]);
    for (const purpose of ['userCode', 'card'] as const) {
      const stored = keyedHashUnder(masterLookupKey(masterKey, purpose))(there.tenantId, '04A1B2C3');
      expect(first.tools.keyedHash(purpose, there.tenantId, '04A1B2C3')).toEqual(stored);
      expect(second.tools.keyedHash(purpose, there.tenantId, '04A1B2C3')).toEqual(stored);
    }
    const { rows } = await fresh.owner.query('select purpose, rank from lookup_keys order by purpose');
    expect(rows.map(({ purpose, rank }) => `${purpose} ${rank}`)).toEqual([
      'card 1',
      'knownBrowser 1',
      'recoveryCode 1',
      'refreshToken 1',
      'unknownUser 1',
      'userCode 1',
    ]);
    await Promise.all([first.close(), second.close()]);
    await fresh.close();
  });

  it('of an installation that had changed its key, values under both are found', async () => {
    const fresh = await startTestApp();
    const there = await makeTenant(fresh);
    const [old] = fresh.tools.masterKeys;
    if (!old) throw new Error('no key');
    await fresh.owner.query('delete from lookup_keys');
    const present = randomBytes(32);
    const second = await fresh.another(present);
    const hashes = [present, old].map((key) => keyedHashUnder(masterLookupKey(key, 'card'))(there.tenantId, '1'));
    expect(second.tools.keyedHashes('card', there.tenantId, '1')).toEqual(hashes);
    await second.close();
    await fresh.close();
  });

  it('bare recovery codes become keyed ones, and nothing bare is left', async () => {
    const bare = hashSecret('k7mq9x2dhw4r');
    await app.owner.query('insert into recovery_codes (tenant_id, user_uuid, code_hash) values ($1, $2, $3)', [
      tenant.tenantId,
      user.uuid,
      bare,
    ]);
    expect((await resealAll(app.tools, never)).recoveryCodes).toBe(1);
    const { rows } = await app.owner.query('select code_hash, keyed from recovery_codes where user_uuid = $1', [
      user.uuid,
    ]);
    expect(rows).toEqual([{ code_hash: expect.any(Buffer), keyed: true }]);
    expect(rows[0].code_hash.equals(bare)).toBe(false);
  });
});

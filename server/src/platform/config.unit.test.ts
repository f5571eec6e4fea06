import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { requiresMailTls } from './safety.ts';
import { readMasterKeys } from '../tools-factory.ts';

const key = Buffer.alloc(32, 7).toString('base64');

describe('readConfig', () => {
  it('needs nothing: development, embedded database', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      PORT: 3000,
      publicUrl: 'http://localhost:3000',
      production: false,
      PRODUCT_NAME: 'Portico',
    });
    expect(config.database).toBeUndefined();
  });

  it('has peers of the demo tenants beside them, and nowhere else', () => {
    expect(readConfig({}).demoPeers).toMatchObject({ openidProvider: 'http://127.0.0.1:13000' });
    expect(readConfig({ PORT: '60000' }).demoPeers?.ports).toEqual([50000, 50001, 50002]);
    const database = { DATABASE_URL: 'postgres://db/portico', MASTER_KEY: key };
    const elsewhere = [production, { NODE_ENV: 'test' }, database, { PORT: '0' }, { DEMO_PEERS: 'off' }];
    expect(elsewhere.map((environment) => readConfig(environment).demoPeers)).toEqual(elsewhere.map(() => undefined));
  });

  it.each([
    [{}, 'na'],
    [{ REGION: 'kr' }, 'kr'],
    [{ ENVIRONMENT: 'devj' }, 'jp'],
    [{ ENVIRONMENT: 'eu' }, 'eu'],
    [{ ENVIRONMENT: 'deve', REGION: 'eu' }, 'eu'],
    [{ ENVIRONMENT: 'ft', REGION: 'as' }, 'as'],
  ])('%j stands in the region %s', (environment, region) => {
    expect(readConfig(environment).REGION).toBe(region);
  });

  it.each<[string, Record<string, string>, string]>([
    ['a port that is none', { PORT: 'http' }, 'PORT'],
    ['a port out of range', { PORT: '70000' }, 'PORT'],
    ['a mode that is none', { NODE_ENV: 'prod' }, 'NODE_ENV'],
    ['a key of the wrong length', { MASTER_KEY: 'c2hvcnQ=' }, 'MASTER_KEY'],
    ['a database without a key', { DATABASE_URL: 'postgres://db/portico' }, 'MASTER_KEY'],
    ['a database that is no address', { DATABASE_URL: 'db', MASTER_KEY: key }, 'DATABASE_URL'],
    ['production without its address', { NODE_ENV: 'production' }, 'PUBLIC_URL'],
    ['a region that is none', { REGION: 'moon' }, 'REGION'],
    ['a region that is not the environment’s', { REGION: 'eu', ENVIRONMENT: 'devj' }, 'REGION'],
    ['an environment that is none', { ENVIRONMENT: 'kr' }, 'ENVIRONMENT'],
    ['a network that is none', { OUTGOING_ALLOW: '10.0.0.0/8,10.0.0.0/33' }, 'OUTGOING_ALLOW'],
    ['a short demo password', { DEMO_PASSWORD: 'abc' }, 'DEMO_PASSWORD'],
  ])('%s is refused by name', (_, environment, name) => {
    expect(() => readConfig(environment)).toThrow(new RegExp(`\\b${name}:`));
  });

  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://id.example.com',
    SMTP_URL: 'smtps://mail.example.com',
    MASTER_KEY: randomBytes(32).toString('base64'),
    HOST: '0.0.0.0',
  };

  it.each<[string, Record<string, string>, string]>([
    ['development on all addresses', { HOST: '0.0.0.0' }, 'HOST'],
    ['development on all IPv6 addresses', { HOST: '::' }, 'HOST'],
    ['development on an outer address', { HOST: '192.0.2.2' }, 'HOST'],
    ['development on a name', { HOST: 'id.example.com' }, 'HOST'],
    ['tests on an outer address', { NODE_ENV: 'test', HOST: '192.0.2.2' }, 'HOST'],
    ['production by http', { ...production, PUBLIC_URL: 'http://id.example.com' }, 'PUBLIC_URL'],
    ['production by http on this machine', { ...production, PUBLIC_URL: 'http://localhost:3000' }, 'PUBLIC_URL'],
    [
      'production by http elsewhere, with the override for this machine',
      { ...production, PUBLIC_URL: 'http://id.example.com', ALLOW_HTTP_ON_LOOPBACK: 'true' },
      'PUBLIC_URL',
    ],
    ['production without a mail server', { ...production, SMTP_URL: '' }, 'SMTP_URL'],
    ['a mail server that is none', { ...production, SMTP_URL: 'https://mail.example.com' }, 'SMTP_URL'],
    ['TLS left off', { ...production, SMTP_URL: 'smtp://mail.example.com?ignoreTLS=true' }, 'SMTP_URL'],
    ['TLS not required', { ...production, SMTP_URL: 'smtp://mail.example.com?requireTLS=false' }, 'SMTP_URL'],
    [
      'any certificate',
      { ...production, SMTP_URL: 'smtps://mail.example.com?pool=true&tls.rejectUnauthorized=false' },
      'SMTP_URL',
    ],
    [
      'any certificate, in disguise',
      { ...production, SMTP_URL: 'smtps://a.example?%74ls.rejectUnauthorized=0' },
      'SMTP_URL',
    ],
    ['a mail service with settings of its own', { ...production, SMTP_URL: 'smtps://a.example?service=x' }, 'SMTP_URL'],
    [
      'plain mail to another machine',
      { ...production, SMTP_URL: 'smtp://mail.example.com', ALLOW_PLAIN_SMTP_ON_LOOPBACK: 'true' },
      'ALLOW_PLAIN_SMTP_ON_LOOPBACK',
    ],
    ['a key of zeros', { ...production, MASTER_KEY: Buffer.alloc(32).toString('base64') }, 'MASTER_KEY'],
    ['a key of one byte', { ...production, MASTER_KEY: key }, 'MASTER_KEY'],
    [
      'a key that is a phrase',
      { ...production, MASTER_KEY: 'correct horse battery staple is my favourite key ab' },
      'MASTER_KEY',
    ],
    ['a contact that is none', { SECURITY_CONTACT: 'security@example.com' }, 'SECURITY_CONTACT'],
  ])('%s is refused as unsafe, by name', (_, environment, name) => {
    expect(() => readConfig(environment)).toThrow(new RegExp(`^  ${name}: `, 'm'));
  });

  it.each<[string, Record<string, string>]>([
    ['production as it should be', production],
    ['production with STARTTLS', { ...production, SMTP_URL: 'smtp://mail.example.com:587' }],
    [
      'production on this machine',
      { ...production, PUBLIC_URL: 'http://localhost:3000', ALLOW_HTTP_ON_LOOPBACK: 'true' },
    ],
    [
      'production with a relay on this machine',
      { ...production, SMTP_URL: 'smtp://127.0.0.1:25', ALLOW_PLAIN_SMTP_ON_LOOPBACK: 'true' },
    ],
    ['development on this machine', { HOST: '::1' }],
    ['development that was let out', { HOST: '0.0.0.0', ALLOW_DEVELOPMENT_OUTSIDE: 'true' }],
    ['a weak key for development', { MASTER_KEY: key }],
  ])('%s is taken', (_, environment) => {
    expect(readConfig(environment).PRODUCT_NAME).toBe('Portico');
  });

  it('takes any number of earlier master keys, by both names', () => {
    const [a, b, c] = [1, 2, 3].map((n) => Buffer.alloc(32, n));
    const { previousMasterKeys } = readConfig({
      PREVIOUS_MASTER_KEY: String(a?.toString('hex')),
      PREVIOUS_MASTER_KEYS: `${b?.toString('base64')}, ${c?.toString('hex')}`,
    });
    expect(previousMasterKeys).toEqual([a, b, c]);
    expect(() => readConfig({ PREVIOUS_MASTER_KEYS: `${key},c2hvcnQ=` })).toThrow(/PREVIOUS_MASTER_KEYS: each/);
    expect(() => readConfig({ MASTER_KEY: key, MASTER_KEYS_FILE: 'keys' })).toThrow(/MASTER_KEYS_FILE: .*one of them/);
  });

  it('reads keys from a file, the present one first, and none that is weak in production', async () => {
    const scratch = await mkdtemp(join(tmpdir(), 'portico-keys-'));
    const file = join(scratch, 'keys');
    const [present, earlier] = [randomBytes(32), randomBytes(32)];
    const { MASTER_KEY: _, ...others } = production;
    const read = async (text: string) => {
      await writeFile(file, text);
      return readMasterKeys(readConfig({ ...others, MASTER_KEYS_FILE: file }));
    };
    try {
      expect(await read(`${present.toString('hex')}\n${earlier.toString('base64')}\n`)).toEqual([present, earlier]);
      expect(await read(`${present.toString('hex')}\n${present.toString('base64')}\n`)).toEqual([present]);
      await expect(read('')).rejects.toThrow('must hold master keys');
      await expect(read(`${present.toString('hex')}\nnone`)).rejects.toThrow('must hold master keys');
      await expect(read(`${'0'.repeat(64)}\n`)).rejects.toThrow('no random key');
      expect(await read(`${present.toString('hex')}\n${'0'.repeat(64)}`)).toHaveLength(2);
      await rm(file);
      const gone = readMasterKeys(readConfig({ ...others, MASTER_KEYS_FILE: file }));
      await expect(gone).rejects.toThrow('cannot be read (ENOENT)');
    } finally {
      await rm(scratch, { recursive: true });
    }
  });

  it('names everything unsafe at once', () => {
    expect(() => readConfig({ ...production, PUBLIC_URL: 'http://id.example.com', SMTP_URL: '' })).toThrow(
      /PUBLIC_URL: .*\n {2}SMTP_URL: /,
    );
  });

  it('wants TLS for mail in production, unless the relay is on this machine', () => {
    expect(requiresMailTls(readConfig(production))).toBe(true);
    expect(requiresMailTls(readConfig({}))).toBe(false);
    const relay = { ...production, SMTP_URL: 'smtp://localhost', ALLOW_PLAIN_SMTP_ON_LOOPBACK: 'true' };
    expect(requiresMailTls(readConfig(relay))).toBe(false);
  });

  it('takes a variable set to nothing as not set', () => {
    expect(readConfig({ PORT: '', SMTP_URL: '' }).PORT).toBe(3000);
  });

  it('steps down to the application role where the database has one address', () => {
    const { database } = readConfig({ DATABASE_URL: 'postgres://owner@db/portico', MASTER_KEY: key });
    expect(database?.app).toEqual({ connectionString: 'postgres://owner@db/portico', options: '-c role=portico_app' });
  });

  it('goes past a pooler for what needs a session, and wants a login of its own for the rest', () => {
    const urls = {
      DATABASE_URL: 'postgres://owner@pooler/portico',
      DATABASE_DIRECT_URL: 'postgres://owner@db/portico',
    };
    expect(() => readConfig({ ...urls, MASTER_KEY: key })).toThrow('DATABASE_APP_URL');
    const { database } = readConfig({ ...urls, DATABASE_APP_URL: 'postgres://app@pooler/portico', MASTER_KEY: key });
    expect(database).toEqual({
      owner: { connectionString: 'postgres://owner@db/portico' },
      app: { connectionString: 'postgres://app@pooler/portico' },
      session: { connectionString: 'postgres://owner@db/portico', options: '-c role=portico_app' },
      pooled: true,
    });
  });
});

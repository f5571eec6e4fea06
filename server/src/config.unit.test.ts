import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

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

  it.each<[string, Record<string, string>, string]>([
    ['a port that is none', { PORT: 'http' }, 'PORT'],
    ['a port out of range', { PORT: '70000' }, 'PORT'],
    ['a mode that is none', { NODE_ENV: 'prod' }, 'NODE_ENV'],
    ['a key of the wrong length', { MASTER_KEY: 'c2hvcnQ=' }, 'MASTER_KEY'],
    ['a database without a key', { DATABASE_URL: 'postgres://db/portico' }, 'MASTER_KEY'],
    ['a database that is no address', { DATABASE_URL: 'db', MASTER_KEY: key }, 'DATABASE_URL'],
    ['production without its address', { NODE_ENV: 'production' }, 'PUBLIC_URL'],
    ['a region that is none', { REGION: 'moon' }, 'REGION'],
    ['a short demo password', { DEMO_PASSWORD: 'abc' }, 'DEMO_PASSWORD'],
  ])('%s is refused by name', (_, environment, name) => {
    expect(() => readConfig(environment)).toThrow(new RegExp(`\\b${name}:`));
  });

  it('takes a variable set to nothing as not set', () => {
    expect(readConfig({ PORT: '', SMTP_URL: '' }).PORT).toBe(3000);
  });

  it('steps down to the application role where the database has one address', () => {
    const { database } = readConfig({ DATABASE_URL: 'postgres://owner@db/portico', MASTER_KEY: key });
    expect(database?.app).toEqual({ connectionString: 'postgres://owner@db/portico', options: '-c role=portico_app' });
  });
});

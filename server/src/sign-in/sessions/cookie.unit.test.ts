import Fastify from 'fastify';
import fastifyCookie from '@fastify/cookie';
import { expect, test } from 'vitest';
import {
  clearSessionCookie,
  parseSessionCookie,
  readSessionCookie,
  SESSION_COOKIE,
  setSessionCookie,
} from './cookie.ts';

const secret = 'S'.repeat(43);
const id = `kelvin.${secret}`;

test.each([
  [`1700000000.${id}`, { loginAt: 1_700_000_000, id }],
  [`0.a-1.${'_'.repeat(20)}`, { loginAt: 0, id: `a-1.${'_'.repeat(20)}` }],
  [undefined, null],
  ['', null],
  [id, null],
  [`.${id}`, null],
  [`1.${secret}`, null],
  [`1.-.${secret}`, null],
  [`1.Kelvin.${secret}`, null],
  [`-1.${id}`, null],
  [`1e3.${id}`, null],
  [`${'1'.repeat(13)}.${id}`, null],
  [`1.kelvin.${'S'.repeat(19)}`, null],
  [`1.kelvin.${'S'.repeat(101)}`, null],
  [`1.${id} `, null],
  [`1.${id}\n`, null],
])('the cookie %j is read as %j', (value, expected) => {
  expect(parseSessionCookie(value)).toEqual(expected);
});

test('is for this host, https and requests of the browser’s own alone, and ends with it', async () => {
  const app = Fastify();
  await app.register(fastifyCookie);
  app.get('/in', async (_, reply) => setSessionCookie(reply, { loginAt: 7, id }));
  app.get('/out', async (_, reply) => clearSessionCookie(reply));
  app.get('/who', async (request) => readSessionCookie(request) ?? 'nobody');
  const set = async (url: string) => (await app.inject(url)).headers['set-cookie'];
  const safe = 'Path=/; HttpOnly; Secure; SameSite=Lax';
  expect(await set('/in')).toBe(`${SESSION_COOKIE}=7.${id}; ${safe}`);
  expect(await set('/out')).toBe(
    `${SESSION_COOKIE}=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax`,
  );
  const who = async (cookie: string) => (await app.inject({ url: '/who', headers: { cookie } })).body;
  expect(JSON.parse(await who(`${SESSION_COOKIE}=7.${id}`))).toEqual({ loginAt: 7, id });
  expect(await who(`portico-session=7.${id}`)).toBe('nobody');
  await app.close();
});

import { expect, test } from 'vitest';
import { trustsProxies, withoutPort } from './trusted-proxies.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:51234', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['unknown', 'unknown'],
  ['', ''],
])('%s is read as %s', (given, read) => expect(withoutPort(given)).toBe(read));

test('trusts what is named, with a port or mapped to IPv6 as well, and nothing else', () => {
  const trusts = trustsProxies(['10.0.0.0/8', 'loopback', 'fd00::7']);
  if (!trusts) throw new Error('nothing is trusted');
  for (const address of ['10.1.2.3', '10.1.2.3:80', '::ffff:10.1.2.3', '127.0.0.9', '::1', '[fd00::7]:1']) {
    expect([address, trusts(address)]).toEqual([address, true]);
  }
  for (const address of ['11.0.0.1', '192.168.0.1', 'fd00::8', 'unknown', '', '10.1.2.3.4']) {
    expect([address, trusts(address)]).toEqual([address, false]);
  }
  // The value Fastify passes when the socket of a request is closed.
  expect(trusts(undefined)).toBe(false);
  expect(trustsProxies([])).toBe(false);
  expect(() => trustsProxies(['proxy.example'])).toThrow('proxy.example');
});

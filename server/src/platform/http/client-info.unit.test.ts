import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { addressOf, clientInfo, clientRequestId, networkOf } from './client-info.ts';

const from = (ip: string | undefined, remoteAddress?: string, headers: Record<string, string | string[]> = {}) =>
  ({ ip, socket: { remoteAddress }, headers, id: 'ours' }) as unknown as FastifyRequest;

test.each([
  ['203.0.113.7', undefined, '203.0.113.7'],
  ['203.0.113.7:51234', undefined, '203.0.113.7'],
  ['[2001:db8::1]:443', undefined, '2001:db8::1'],
  ['fe80::1%eth0', undefined, 'fe80::1'],
  ['::ffff:203.0.113.7', undefined, '203.0.113.7'],
  ['::FFFF:203.0.113.7', undefined, '203.0.113.7'],
  ['::ffff:1:203.0.113.7', undefined, '::ffff:1:203.0.113.7'],
  ['an-address-somebody-made-up', '198.51.100.2', '198.51.100.2'],
  ['an-address-somebody-made-up', 'fe80::2%eth1', 'fe80::2'],
  ['an-address-somebody-made-up', undefined, '::'],
  [undefined, '198.51.100.2', '198.51.100.2'],
  [undefined, undefined, '::'],
])('a call forwarded for %s over %s comes from %s', (forwarded, direct, address) => {
  expect(addressOf(from(forwarded, direct))).toBe(address);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:203.0.113.7', '1:2:3:4::/64'],
  ['not:an:address', 'not:an:address'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['abc-DEF_1.2', 'abc-DEF_1.2'],
  ['x'.repeat(64), 'x'.repeat(64)],
  ['x'.repeat(65), null],
  ['', null],
  ['two words', null],
  ['line\nend', null],
  [['one', 'two'], null],
  [undefined, null],
])('the request id %j is kept as %j', (given, kept) => {
  expect(clientRequestId(given === undefined ? {} : { 'x-request-id': given })).toBe(kept);
});

test('what is kept of a caller is cut and harmless', () => {
  const headers = {
    'user-agent': `Browser${'\u202E'}${'x'.repeat(400)}`,
    'accept-language': 'l'.repeat(300),
    'x-unique-id': 'tab-1',
    'x-request-id': 'theirs',
  };
  expect(clientInfo(from('2001:db8::1', undefined, headers))).toEqual({
    address: '2001:db8::1',
    network: '2001:db8:0:0::/64',
    userAgent: `Browser\uFFFD${'x'.repeat(292)}`,
    requestId: 'ours',
    clientRequestId: 'theirs',
    uniqueId: 'tab-1',
    languages: 'l'.repeat(200),
  });
  expect(clientInfo(from('203.0.113.7'))).toMatchObject({
    userAgent: '',
    clientRequestId: null,
    uniqueId: null,
    languages: '',
  });
});

import { describe, expect, test } from 'vitest';
import { parseAllowList } from './allow-list.ts';
import { createOutgoing } from './outgoing.ts';
import { isSpecialUse } from './special-use.ts';

const special = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:a00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'no address',
  '',
];
test.each(special)('%s is of special use', (address) => {
  expect(isSpecialUse(address)).toBe(true);
});

const open = ['1.1.1.1', '172.32.0.1', '192.0.1.1', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '2606:4700::1111', '2a00::1'];
test.each(open)('%s is public', (address) => {
  expect(isSpecialUse(address)).toBe(false);
});

describe('where a call may go', () => {
  const strict = createOutgoing(parseAllowList([]));
  const refused = [
    'http://rp.example/logout',
    'https://localhost/',
    'https://app.localhost/',
    'https://127.0.0.1:8443/x',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://10.0.0.8/',
    'https://169.254.169.254/latest',
    'ftp://rp.example/',
    'rp.example',
  ];
  test.each(refused)('not to %s', (url) => {
    expect(strict.mayCall(url)).toBe(false);
  });
  test.each(['https://rp.example/logout', 'https://8.8.8.8/', 'https://[2606:4700::1111]/'])('to %s', (url) => {
    expect(strict.mayCall(url)).toBe(true);
  });

  const wide = createOutgoing(parseAllowList(['10.0.0.0/8', 'fd00::/8', 'RP.intranet.example']));
  const admitted = [
    'https://10.9.8.7/',
    'http://10.9.8.7/',
    'https://167772161/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::5]/',
    'http://rp.intranet.example/x',
    'http://rp.intranet.example./x',
  ];
  test.each(admitted)('to %s where the operator admits it', (url) => {
    expect(wide.mayCall(url)).toBe(true);
  });
  test.each(['https://127.0.0.1/', 'https://192.168.0.1/', 'http://intranet.example/'])('still not to %s', (url) => {
    expect(wide.mayCall(url)).toBe(false);
  });
});

test.each(['10.0.0.0/33', '10.0.0/8', '10.0.0.0/8/8', 'fd00::/129', 'a b', 'https://x.example', '10.0.0.0/', '*'])(
  'the list refuses %s',
  (entry) => {
    expect(() => parseAllowList([entry])).toThrow(entry.toLowerCase());
  },
);

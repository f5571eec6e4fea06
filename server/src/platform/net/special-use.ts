import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 ranges of a machine, its network or no destination (IANA special-purpose address registry). */
const special4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Special-use parts of the IPv6 addresses in use (2000::/3): protocol assignments with Teredo, documentation, 6to4. */
const special6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const blocked4 = listOf(special4, 'ipv4');
const blocked6 = listOf(special6, 'ipv6');
const global6 = listOf([['2000::', 3]], 'ipv6');
const translated6 = listOf([['64:ff9b::', 96]], 'ipv6');
const mapped6 = listOf([['::ffff:0:0', 96]], 'ipv6');

function listOf(subnets: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family);
  return list;
}

/**
 * The IPv4 address embedded in an IPv6 address: mapped (`::ffff:10.0.0.1`) or translated (NAT64, RFC 6052,
 * `64:ff9b::10.0.0.1`). Other addresses are returned unchanged.
 */
export function plainAddress(address: string): string {
  const bare = address.split('%')[0] ?? '';
  if (!isIPv6(bare) || !(translated6.check(bare, 'ipv6') || mapped6.check(bare, 'ipv6'))) return bare;
  // The URL parser normalizes the spelling; the last 32 bits are the last two groups.
  const groups = new URL(`http://[${bare}]`).hostname.slice(1, -1).split(':');
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** True for addresses outside the public internet, and for anything that is no address. */
export function isSpecialUse(address: string): boolean {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return blocked4.check(plain, 'ipv4');
  return !isIPv6(plain) || !global6.check(plain, 'ipv6') || blocked6.check(plain, 'ipv6');
}

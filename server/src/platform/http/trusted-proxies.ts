import { parseNetworks } from '../net/allow-list.ts';

/** Names that the setting accepts besides addresses and networks. */
const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Whether forwarded headers are trusted from an address (`TRUSTED_PROXIES`), as Fastify asks for each hop. Some proxies
 * append their caller's port, so the port is removed first. A closed socket has no address and is not trusted. Throws
 * an Error that names an invalid entry.
 */
export function trustsProxies(entries: readonly string[]): false | ((address: string | undefined) => boolean) {
  if (entries.length === 0) return false;
  const trusted = parseNetworks(entries.flatMap((entry) => named[entry] ?? [entry]));
  return (address) => address !== undefined && trusted(withoutPort(address));
}

/** Removes the port from `203.0.113.7:51234` and `[2001:db8::1]:443`, and brackets from an IPv6 address. */
export function withoutPort(address: string): string {
  return (
    /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(address)?.[1] ??
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(address)?.[1] ??
    address
  );
}

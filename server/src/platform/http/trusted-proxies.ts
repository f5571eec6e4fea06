import { parseNetworks } from '../net/allow-list.ts';

/** The names that the settings know beside addresses and networks. */
const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Whether forwarded headers count from an address (`TRUSTED_PROXIES`), as Fastify asks at each hop. Some proxies write
 * their caller's port behind its address, so the port is taken off first. A socket that is gone has no address and is
 * trusted with nothing. Throws an Error that names a wrong entry.
 */
export function trustsProxies(entries: readonly string[]): false | ((address: string | undefined) => boolean) {
  if (entries.length === 0) return false;
  const trusted = parseNetworks(entries.flatMap((entry) => named[entry] ?? [entry]));
  return (address) => address !== undefined && trusted(withoutPort(address));
}

/** `203.0.113.7:51234` and `[2001:db8::1]:443` without their ports, and an IPv6 address without brackets. */
export function withoutPort(address: string): string {
  return (
    /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(address)?.[1] ??
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(address)?.[1] ??
    address
  );
}

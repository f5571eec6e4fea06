import { BlockList, isIP, isIPv4 } from 'node:net';
import { plainAddress } from './special-use.ts';

/** Addresses outside the public internet that the operator allows this server to call (`OUTGOING_ALLOW`). */
export interface AllowList {
  /** True if a host is listed, as a name or as an address within a network. */
  admitsHost(host: string): boolean;
  admitsAddress(address: string): boolean;
}

const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/**
 * Reads a list such as `10.0.0.0/8,fd00::/8,rp.intranet.example`: networks, addresses and host names. Throws an Error
 * that names an invalid entry.
 */
export function parseAllowList(entries: readonly string[]): AllowList {
  const names = new Set<string>();
  const networks = new BlockList();
  for (const entry of entries.map((given) => given.toLowerCase())) {
    if (addNetwork(networks, entry)) continue;
    if (!NAME.test(entry) || /^[\d.]+$/.test(entry)) throw new Error(`${entry} is no network, address or name`);
    names.add(entry);
  }
  const admitsAddress = within(networks);
  return {
    admitsAddress,
    admitsHost: (host) => names.has(host) || admitsAddress(host),
  };
}

/** Reads a list of networks and addresses only. Returns a test for addresses; throws like `parseAllowList`. */
export function parseNetworks(entries: readonly string[]): (address: string) => boolean {
  const networks = new BlockList();
  for (const entry of entries) if (!addNetwork(networks, entry)) throw new Error(`${entry} is no network or address`);
  return within(networks);
}

const within = (networks: BlockList) => (address: string) => {
  const plain = plainAddress(address);
  return isIP(plain) !== 0 && networks.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
};

function addNetwork(networks: BlockList, entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  const bits = version === 4 ? 32 : 128;
  const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  if (!(length <= bits)) return false;
  networks.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6');
  return true;
}

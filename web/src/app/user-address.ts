import { portalAddresses } from '#contract/site/portal-addresses.ts';

/** Pages that stand where users stand; a user of such an id has a tilde, which no id can hold, before it. */
const reserved = portalAddresses.map((address) => /^\/portal\/users\/([a-z-]+)$/.exec(address)?.[1] ?? '');

/** A user id as the last part of a page's address. */
export function addressOfUser(userId: string): string {
  return reserved.includes(userId.toLowerCase()) ? `~${userId}` : userId;
}

/** The user id in a page's address. */
export function userOfAddress(part: string): string {
  return part.replace(/^~/, '');
}

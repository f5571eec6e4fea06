import { portalAddresses } from '#contract/site/portal-addresses.ts';

/** The ids of pages that stand where things of a kind stand. */
const reservedUnder = (path: string) =>
  portalAddresses.flatMap((address) => new RegExp(`^${path}/([a-z-]+)$`).exec(address)?.[1] ?? []);
const reserved = { users: reservedUnder('/portal/users'), devices: reservedUnder('/portal/devices') };

/** An id as the last part of a page's address: one that a page has has a tilde, which no id can hold, before it. */
const addressOf = (kind: keyof typeof reserved, id: string) =>
  reserved[kind].includes(id.toLowerCase()) ? `~${id}` : id;

export const addressOfUser = (userId: string) => addressOf('users', userId);
export const addressOfDevice = (deviceId: string) => addressOf('devices', deviceId);

/** The id in a page's address. */
export const idOfAddress = (part: string) => part.replace(/^~/, '');

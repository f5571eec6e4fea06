import { devicePages, userPages } from '#contract/site/reserved-ids.ts';

const reserved: Record<'users' | 'devices', readonly string[]> = { users: userPages, devices: devicePages };

/** An id as the last part of a page's address: one that a page has has a tilde, which no id can hold, before it. */
const addressOf = (kind: keyof typeof reserved, id: string) =>
  reserved[kind].includes(id.toLowerCase()) ? `~${id}` : id;

export const addressOfUser = (userId: string) => addressOf('users', userId);
export const addressOfDevice = (deviceId: string) => addressOf('devices', deviceId);

/** The id in a page's address. */
export const idOfAddress = (part: string) => part.replace(/^~/, '');

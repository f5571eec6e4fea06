/** The address `new` is the page that adds a user; a user of that id has a tilde, which no id can hold, before it. */
const reserved = 'new';

/** A user id as the last part of a page's address. */
export function addressOfUser(userId: string): string {
  return userId.toLowerCase() === reserved ? `~${userId}` : userId;
}

/** The user id in a page's address. */
export function userOfAddress(part: string): string {
  return part.replace(/^~/, '');
}

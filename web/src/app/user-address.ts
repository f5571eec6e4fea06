/** Addresses of other pages; a user of such an id has a tilde, which no id can hold, before it. */
const reserved = ['new', 'import', 'export', 'item-names'];

/** A user id as the last part of a page's address. */
export function addressOfUser(userId: string): string {
  return reserved.includes(userId.toLowerCase()) ? `~${userId}` : userId;
}

/** The user id in a page's address. */
export function userOfAddress(part: string): string {
  return part.replace(/^~/, '');
}

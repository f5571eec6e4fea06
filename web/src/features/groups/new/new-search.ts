const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What the address of the page holds: the group that the new one is to be put into. */
export type NewGroupSearch = { parent?: string };

export function readNewGroupSearch(search: Record<string, unknown>): NewGroupSearch {
  const parent = String(search.parent ?? '');
  return uuidPattern.test(parent) ? { parent } : {};
}

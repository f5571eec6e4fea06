/** A place in the members of a group, ordered by ID, and the direction to continue in. */
export interface Cursor {
  back: boolean;
  key: string;
}

/** The list of a cursor: it is invalid for other lists. */
interface List {
  thing: string;
  members: string;
  descending: boolean;
}

const headOf = ({ thing, members, descending }: List, back: boolean) =>
  `${thing} ${members}\n${descending ? 'd' : 'a'}${back ? 'p' : 'n'}`;

export function formatCursor(list: List, { back, key }: Cursor): string {
  return Buffer.from(`${headOf(list, back)}\n${key}`).toString('base64url');
}

/** Reads a cursor from an answer to the same search; null for anything else. */
export function parseCursor(list: List, text: string): Cursor | null {
  const said = Buffer.from(text, 'base64url').toString('utf8');
  const back = said.startsWith(`${headOf(list, true)}\n`);
  if (!back && !said.startsWith(`${headOf(list, false)}\n`)) return null;
  const key = said.slice(headOf(list, back).length + 1);
  return key === '' || key.includes('\0') ? null : { back, key };
}

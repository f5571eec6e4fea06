/** Position in the list of seat holders. */
export interface Place {
  /** Microseconds since 1970, the database's precision; null: never. */
  at: number | null;
  /** Next key in the order: a user's UUID or a device's lower-case ID. */
  key: string;
}

export const formatCursor = ({ at, key }: Place): string => Buffer.from(`${at ?? ''}.${key}`).toString('base64url');

const KEYS = {
  user: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  device: /^[a-z0-9-]{1,128}$/,
} as const;

/** Reads a cursor of an answer about users or devices; null for anything else. */
export function parseCursor(of: keyof typeof KEYS, text: string): Place | null {
  const [, at = '', key = ''] = /^(\d{0,16})\.(.+)$/.exec(Buffer.from(text, 'base64url').toString('utf8')) ?? [];
  return KEYS[of].test(key) ? { at: at === '' ? null : Number(at), key } : null;
}

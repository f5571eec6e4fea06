import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './derived-key.ts';

export interface TokenSigner<Content extends object> {
  sign(content: Content): string;
  /** The token's content, whatever its age; null unless this signer issued it. */
  read(token: string): Content | null;
}

/** Longer tokens are refused unread. */
const MOST_CHARACTERS = 1024;

/**
 * Short-lived tokens that only this server reads: `<name>.<content>.<HMAC-SHA-256>`, base64url, under a key derived for
 * the name, so a token of one name is never accepted for another. The first master key signs; tokens signed by the
 * others are still accepted.
 */
export function createTokenSigner<Content extends object>(
  masterKeys: Buffer | readonly Buffer[],
  name: string,
): TokenSigner<Content> {
  const keys = (Buffer.isBuffer(masterKeys) ? [masterKeys] : masterKeys).map((key) =>
    deriveKey(key, `signed-token/${name}`),
  );
  const [current] = keys;
  if (!current) throw new Error('A token signer needs at least one master key.');
  const start = `${name}.`;
  const mark = (key: KeyObject, text: string) => createHmac('sha256', key).update(text, 'latin1').digest();
  return {
    sign(content) {
      const text = start + Buffer.from(JSON.stringify(content), 'utf8').toString('base64url');
      return `${text}.${mark(current, text).toString('base64url')}`;
    },
    read(token) {
      if (!token.startsWith(start) || token.length > MOST_CHARACTERS) return null;
      const end = token.lastIndexOf('.');
      const given = Buffer.from(token.slice(end + 1), 'base64url');
      const isMark = (due: Buffer) => given.length === due.length && timingSafeEqual(given, due);
      if (!keys.some((key) => isMark(mark(key, token.slice(0, end))))) return null;
      return JSON.parse(Buffer.from(token.slice(start.length, end), 'base64url').toString('utf8')) as Content;
    },
  };
}

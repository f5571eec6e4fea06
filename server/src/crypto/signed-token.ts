import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './derived-key.ts';

export interface TokenSigner<Content extends object> {
  sign(content: Content): string;
  /** What the token says, whatever its age; null unless this signer made it. */
  read(token: string): Content | null;
}

/** The longest token that is looked at. */
const MOST_CHARACTERS = 1024;

/**
 * Short-lived tokens that only we read: `<name>.<content>.<HMAC-SHA-256>`, base64url, under a key derived for the name.
 * A token of one name never passes for one of another.
 */
export function createTokenSigner<Content extends object>(masterKey: Buffer, name: string): TokenSigner<Content> {
  const key = deriveKey(masterKey, `signed-token/${name}`);
  const start = `${name}.`;
  const mark = (text: string) => createHmac('sha256', key).update(text, 'latin1').digest();
  return {
    sign(content) {
      const text = start + Buffer.from(JSON.stringify(content), 'utf8').toString('base64url');
      return `${text}.${mark(text).toString('base64url')}`;
    },
    read(token) {
      if (!token.startsWith(start) || token.length > MOST_CHARACTERS) return null;
      const end = token.lastIndexOf('.');
      const given = Buffer.from(token.slice(end + 1), 'base64url');
      const due = mark(token.slice(0, end));
      if (given.length !== due.length || !timingSafeEqual(given, due)) return null;
      return JSON.parse(Buffer.from(token.slice(start.length, end), 'base64url').toString('utf8')) as Content;
    },
  };
}

import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { deriveKey } from './derived-key.ts';

/** version (1) · key id (4) · nonce (12) · tag (16) · cipher text */
const VERSION = 1;
const KEY_ID_END = 5;
const NONCE_END = 17;
const TAG_END = 33;

export type Sealer = {
  /** Encrypts under the current key. `context` identifies owner and purpose, and must be given again to open. */
  seal(plain: Buffer | string, context: string): Buffer;
  /** Decrypts with whichever known key sealed it. Throws if key, context or a single bit differs. */
  open(sealed: Uint8Array, context: string): Buffer;
  /** IDs of the known keys, current one first: eight hexadecimal digits each. */
  keyIds: readonly [string, ...string[]];
  /** Header of everything sealed under the current key. A value with another header needs to be sealed again. */
  header: Buffer;
};

type SealingKey = { id: Buffer; key: KeyObject };

/**
 * Authenticated encryption of secrets at rest: AES-256-GCM with a random 96-bit nonce, under a key derived from the
 * master key; the header and the context are authenticated with it, so a value moved to another row does not open.
 * `masterKeys` is the current key, or the current one followed by the previous ones that may still open.
 * One master key is good for 2^32 seals (NIST SP 800-38D, section 8.3).
 */
export function createSealer(masterKeys: Buffer | readonly Buffer[]): Sealer {
  const keys = (Buffer.isBuffer(masterKeys) ? [masterKeys] : masterKeys).map(toSealingKey);
  const current = keys[0];
  if (!current) throw new Error('A sealer needs at least one master key.');
  const byId = new Map(keys.map((key) => [key.id.toString('hex'), key]));
  return {
    seal: (plain, context) => seal(current, plain, context),
    open: (sealed, context) => {
      const box = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const key = byId.get(box.toString('hex', 1, KEY_ID_END));
      if (box.length < TAG_END || box[0] !== VERSION || !key) throw new Error('No key for this sealed value.');
      return open(key, box, context);
    },
    keyIds: [idOf(current), ...keys.slice(1).map(idOf)],
    header: headerOf(current),
  };
}

function toSealingKey(masterKey: Buffer): SealingKey {
  // The ID is derived too: it identifies the key without revealing it, and needs no bookkeeping.
  return { id: deriveKey(masterKey, 'sealed-box/id', 4).export(), key: deriveKey(masterKey, 'sealed-box/key') };
}

const idOf = ({ id }: SealingKey) => id.toString('hex');
const headerOf = ({ id }: SealingKey) => Buffer.concat([Buffer.of(VERSION), id]);

function seal(current: SealingKey, plain: Buffer | string, context: string): Buffer {
  const header = headerOf(current);
  const nonce = randomBytes(NONCE_END - KEY_ID_END);
  const cipher = createCipheriv('aes-256-gcm', current.key, nonce);
  cipher.setAAD(Buffer.concat([header, Buffer.from(context, 'utf8')]));
  const content = Buffer.concat([
    typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain),
    cipher.final(),
  ]);
  return Buffer.concat([header, nonce, cipher.getAuthTag(), content]);
}

function open({ key }: SealingKey, box: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(KEY_ID_END, NONCE_END), { authTagLength: 16 });
  decipher.setAAD(Buffer.concat([box.subarray(0, KEY_ID_END), Buffer.from(context, 'utf8')]));
  decipher.setAuthTag(box.subarray(NONCE_END, TAG_END));
  return Buffer.concat([decipher.update(box.subarray(TAG_END)), decipher.final()]);
}

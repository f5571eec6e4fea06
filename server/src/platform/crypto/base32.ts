const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 (RFC 4648 section 6) without padding. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(value >> bits) & 31];
    }
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text;
}

/** Decodes base32 text; padding and case do not matter. Throws on any other character. */
export function decodeBase32(text: string): Buffer {
  const characters = text.replace(/=+$/, '').toUpperCase();
  const bytes = Buffer.alloc(Math.floor((characters.length * 5) / 8));
  let bits = 0;
  let value = 0;
  let length = 0;
  for (const character of characters) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) throw new Error('Not a base32 text.');
    value = ((value << 5) | digit) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[length++] = (value >> bits) & 0xff;
    }
  }
  return bytes;
}

/**
 * Whether 32 bytes are plainly no random key: few different ones (zeros, a repeated word), all printable (a sentence
 * in base64, an example from a page) or evenly spaced (00 01 02 …). A random key is refused once in 10^13 at most.
 */
export function isWeakKey(key: Buffer): boolean {
  if (new Set(key).size <= 16) return true;
  if (key.every((byte) => byte >= 0x20 && byte < 0x7f)) return true;
  const steps = key.subarray(1).map((byte, at) => (byte - (key[at] ?? 0)) & 0xff);
  return new Set(steps).size === 1;
}

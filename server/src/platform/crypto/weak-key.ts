/**
 * True if 32 bytes are clearly no random key: few distinct bytes (zeros, a repeated word), evenly spaced (00 01 02 …),
 * or text: a sentence in base64, or a phrase mistaken for base64, with few distinct letters or only one case. Refuses a
 * random key at most once in 10^9.
 */
export function isWeakKey(key: Buffer): boolean {
  if (new Set(key).size <= 16) return true;
  const steps = key.subarray(1).map((byte, at) => (byte - (key[at] ?? 0)) & 0xff);
  return new Set(steps).size === 1 || isText(key) || isPhrase(key.toString('base64').slice(0, WHOLE_LETTERS));
}

/** The last of 43 base64 characters carries four bits only. */
const WHOLE_LETTERS = 42;

function isText(bytes: Buffer): boolean {
  try {
    return !/\p{Cc}/u.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
}

const isPhrase = (base64: string) => new Set(base64).size <= 16 || !/[a-z]/.test(base64) || !/[A-Z]/.test(base64);

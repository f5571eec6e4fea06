import type { OperationLogEntry } from '#contract/logs/browser-log.ts';

const CUT = '…';

/** A run without blanks, quotes and brackets, which contains a whole address. */
const WORD = /[^\s"'<>]+/g;
/**
 * User name and password in an address. Every pattern here is linear in the text, because unauthenticated users write
 * this log.
 */
const USER_INFO = /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@"'<>]*@/gi;
const AUTHORIZATION = /\b(Bearer|Basic|DPoP)\s+\S+/gi;
/** `password=…`, `"access_token": "…"` and the like, to the end of the value. */
const NAMED =
  /((?:(?:password|passwd|secret|token|ticket|cookie|session|credential|otp|assertion|(?:exchange|temporary|recovery|user|auth)_?code)[a-z_-]{0,30}|\bcode)["']?\s*[:=]\s*)(?:"[^"]*"|'[^']*'|[^"'&,;}\n]+)/gi;
/** Long runs without blanks: codes, JWTs, keys, hashes. */
const RUN = /[A-Za-z0-9_+=~-]{20,}(?:\.[A-Za-z0-9_+=~-]+)*/g;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Card numbers and the like, or a whole UUID: the last twelve of one in 280 UUIDs are digits alone. */
const UUID_OR_DIGITS = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9]{12,}\b/gi;

/**
 * Random strings alternate often between letters and digits, or are very long with both cases. Names do not, and our
 * own IDs are UUIDs.
 */
function looksRandom(run: string): boolean {
  if (UUID.test(run)) return false;
  const changes = run.match(/[0-9](?=[A-Za-z])|[A-Za-z](?=[0-9])/g)?.length ?? 0;
  const upper = run.match(/[A-Z]/g)?.length ?? 0;
  return changes >= 3 || (run.length >= 40 && /[a-z]/.test(run) && upper >= run.length / 7);
}

/** A word without the query and fragment of an address in it: `https://host/path?code=…` or `/path?code=…`. */
function withoutQuery(word: string): string {
  const path = word.indexOf('/');
  const query = path === -1 ? -1 : word.slice(path).search(/[?#]/);
  return query === -1 ? word : word.slice(0, path + query);
}

/** Removes query strings, credentials and everything that looks like a token. */
export function cleanText(text: string): string {
  return text
    .replace(USER_INFO, '$1')
    .replace(WORD, withoutQuery)
    .replace(AUTHORIZATION, `$1 ${CUT}`)
    .replace(NAMED, `$1${CUT}`)
    .replace(RUN, (run) => (looksRandom(run) ? CUT : run))
    .replace(UUID_OR_DIGITS, (found) => (UUID.test(found) ? found : CUT));
}

/** Cleans an address: query and fragment are removed first. */
function cleanAddress(address: string): string {
  return cleanText(address.replace(/[?#].*$/s, ''));
}

const addresses = new Set<string>(['apiUrl', 'appUrl']);

/** Cleans an entry of the browser's log; without claims, also of what it says about the user. */
export function cleanEntry(entry: OperationLogEntry, withClaims: boolean): Record<string, unknown> {
  const { tenantId, userId, uuid, ...rest } = entry;
  const kept = withClaims ? { tenantId, userId, uuid, ...rest } : rest;
  const clean = (name: string, value: unknown): unknown => {
    if (typeof value === 'string') return addresses.has(name) ? cleanAddress(value) : cleanText(value);
    return Array.isArray(value) ? value.map((item) => clean('', item)) : value;
  };
  return Object.fromEntries(
    Object.entries(kept)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, clean(name, value)]),
  );
}

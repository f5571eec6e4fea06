import { fail } from '#contract/errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const STRING = /"(?:[^"\\]|\\.)*"/y;
const COLON = /[ \t\n\r]*:/y;

/**
 * Parses a JSON body; refuses invalid UTF-8, duplicate keys and `__proto__`, which `JSON.parse` alone would accept
 * silently. Throws `invalid_params`.
 */
export function parseStrictJson(body: Buffer): unknown {
  try {
    const text = utf8.decode(body);
    const value: unknown = JSON.parse(text);
    refuseDoubtfulKeys(text);
    return value;
  } catch (cause) {
    throw fail('invalid_params', { cause });
  }
}

/** Walks valid JSON once, with a set of the keys of each open object. */
function refuseDoubtfulKeys(text: string): void {
  const open: (Set<string> | null)[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at];
    if (character === '"') {
      STRING.lastIndex = at;
      const token = STRING.exec(text)?.[0] ?? '"';
      at += token.length;
      const keys = open.at(-1);
      COLON.lastIndex = at;
      if (keys && COLON.test(text)) addKey(keys, JSON.parse(token) as string);
      continue;
    }
    if (character === '{') open.push(new Set());
    else if (character === '[') open.push(null);
    else if (character === '}' || character === ']') open.pop();
    at += 1;
  }
}

function addKey(keys: Set<string>, key: string): void {
  if (key === '__proto__' || keys.has(key)) throw new Error(`doubtful key ${key}`);
  keys.add(key);
}

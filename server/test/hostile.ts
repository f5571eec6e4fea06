import { request } from 'node:http';

/** A small seeded generator (mulberry32): a failing run can be repeated by its seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Dice {
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

export function dice(random: () => number): Dice {
  return {
    chance: (probability) => random() < probability,
    pick: (from) => from[Math.floor(random() * from.length)] as never,
  };
}

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

/** Strings that have broken programs before. */
export const hostileStrings: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\u202eevil',
  '\u200b',
  '\ufeff',
  'ＡＤＭＩＮ',
  'аdmin',
  'K\u0307',
  'İ',
  'ß',
  'e\u0301'.repeat(50),
  '👩‍👩‍👧‍👦'.repeat(20),
  '\u0001\u001b[2J',
  'line\r\nSet-Cookie: a=b',
  "' or 1=1 --",
  '"; drop table users; --',
  '$1',
  '%',
  '%00',
  '../../etc/passwd',
  '#{7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '//evil.example',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e999',
  '9007199254740993',
  '99999999999999999999999',
  '0x10',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '0000-01-01T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '-.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'demo.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'n.99999999999999.00000000-0000-7000-8000-000000000000',
  'p.0.00000000-0000-7000-8000-000000000000',
  'x'.repeat(10_000),
  '"'.repeat(5000),
  '\\'.repeat(5000),
];

/** JSON texts to replace a field with. Texts, because JSON.stringify cannot write all of them. */
export const hostileJson: readonly string[] = [
  ...hostileStrings.map((value) => JSON.stringify(value)),
  '"\\ud800"',
  '"\\u0000"',
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e308',
  '1e999',
  '9007199254740993',
  '99999999999999999999999999999999999',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '["a","a"]',
  '{"a":1}',
  '{"toString":1}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"__proto__":{"admin":true}}',
  '{"length":1e9}',
  nested(10_000, '[', ']'),
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  `[${'0,'.repeat(20_000)}0]`,
  `[${'"x",'.repeat(5000)}"x"]`,
];

/** Whole bodies that are not objects, or absent. */
export const hostileBodies: readonly (string | undefined)[] = [
  undefined,
  '',
  ' ',
  '{',
  '}',
  'null',
  'true',
  '1',
  '"text"',
  '[]',
  '{"a":1,"a":2}',
  '{"__proto__":1}',
  '\ufeff{}',
  nested(10_000, '[', ']'),
  nested(40_000, '[', ''),
  `{${Array.from({ length: 3000 }, (_, at) => `"k${at}":${at}`).join()}}`,
  'a=b&c=d',
];

export const hostileHeaders: readonly (readonly [string, string])[] = [
  ['x-request-id', 'a b\tc'],
  ['x-request-id', 'x'.repeat(3000)],
  ['x-request-id', "'; drop table users; --"],
  ['x-unique-id', '\u00ff\u00fe'],
  ['x-unique-id', 'x'.repeat(3000)],
  ['accept-language', `${'en-US,'.repeat(500)}ja;q=0.9`],
  ['accept-language', '*;q=nan, \u00e9, -, __proto__, constructor;q=1'],
  ['accept-encoding', 'br;q=2, gzip;q=-1, *;q=nan'],
  ['cookie', '__Host-portico-session=1.demo.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
  ['cookie', '__Host-portico-session=%E0%A4%A; =; ;;; a=%00'],
  ['cookie', '__proto__=1; constructor=2; toString=3'],
  ['authorization', 'Bearer'],
  ['authorization', 'Bearer a.b.c'],
  ['authorization', 'Bearer eyJhbGciOiJub25lIiwidHlwIjoiYXQrand0In0.e30.'],
  ['authorization', 'Basic ////'],
  ['authorization', 'Basic Og=='],
  ['authorization', `Bearer ${'a'.repeat(6000)}`],
  ['x-access-control-pattern', 'root'],
  ['x-forwarded-for', 'not an address'],
  ['x-forwarded-for', 'fe80::1%eth0'],
  ['x-forwarded-for', '::ffff:1.2.3.4, , ,,'],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'javascript'],
  ['host', 'evil.example'],
  ['user-agent', '\u0080\u0081 \u00ff'],
  ['if-modified-since', 'never'],
  ['range', 'bytes=9999999999-'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', 'application/x-www-form-urlencoded'],
  ['content-type', 'text/plain'],
  ['content-type', 'multipart/form-data'],
  ['content-type', ';;;'],
  ['content-type', ''],
  ['expect', '100-continue'],
  ['origin', 'null'],
];

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  millis: number;
}

/** One call with Node's own client: unlike `fetch`, it sends exactly what it is given. */
export function send(
  base: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | Buffer,
): Promise<RawAnswer> {
  const started = performance.now();
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const ready = body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) };
    const sent = request({ hostname, port, method, path, headers: ready }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(parts).toString('utf8'),
          millis: performance.now() - started,
        }),
      );
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.setTimeout(20_000, () => sent.destroy(new Error(`no answer in 20 s: ${method} ${path.slice(0, 200)}`)));
    sent.end(body);
  });
}

import { describe, expect, it } from 'vitest';
import { isFailure } from '#contract/errors.ts';
import { parseStrictJson } from './strict-json.ts';

const outcome = (text: string | Buffer) => {
  try {
    return parseStrictJson(Buffer.from(text));
  } catch (error) {
    return isFailure(error, 'invalid_params') ? 'refused' : error;
  }
};

describe('parseStrictJson', () => {
  it.each([
    '{"a":1,"b":{"a":2},"c":[{"a":1},{"a":1}]}',
    '{"a":"a","b":"a","c":"\\"a\\":"}',
    '{"constructor":1}',
    '[]',
    '"text"',
    '{"深い":{"鍵":1},"鍵":2}',
  ])('takes %s', (text) => {
    expect(outcome(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['a key twice', '{"a":1,"a":2}'],
    ['twice with much space', `{"a" ${' '.repeat(200)}:1,"a"${'\n'.repeat(200)}:2}`],
    ['twice, once escaped', '{"a":1,"\\u0061":2}'],
    ['twice, with a list between', '{"a":[1],"a":2}'],
    ['twice deep inside', '{"x":[{"y":{"a":1,"b":2,"a":3}}]}'],
    ['__proto__', '{"__proto__":{"roles":["PowerUser"]}}'],
    ['__proto__ escaped', '{"\\u005f_proto__":{}}'],
    ['cut off', '{"a":'],
    ['two values', '{} {}'],
    ['a comment', '{/* */}'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(outcome(text)).toBe('refused');
  });

  it('refuses invalid UTF-8', () => {
    expect(outcome(Buffer.from([0x22, 0xc3, 0x28, 0x22]))).toBe('refused');
  });
});

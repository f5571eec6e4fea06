import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as fields from './fields.ts';

const sort = fields.sortBy(['userId', 'name']);
const code = 'A1-_'.repeat(11);

const table: [string, z.ZodType, unknown[], unknown[]][] = [
  [
    'text',
    fields.text(3),
    ['', 'abc', '山田😀', 'u\u0308o\u0308a\u0308', 'ᄒ\u1161ᆫᄀ\u1173ᆯ'],
    ['abcd', 'a\0', 'a\n', 'a\u0007', '\u2028', '\ud800', 1, null, ['a']],
  ],
  ['exactText', fields.exactText(3), ['abc', 'u\u0308'], ['abcd', 'u\u0308o\u0308', 'a\n', '\ud800', 1]],
  ['multilineText', fields.multilineText(5), ['a\n\tb', 'a\r\nb'], ['a\0', 'abcdef', '\u001b', '\udc00']],
  ['tenantId', fields.tenantId, ['demo'], ['De', 'demo\0', '-demo', {}]],
  ['userId', fields.userId, ['taro'], ['', 'agent:a', 'taro\0', ['taro']]],
  ['loginUserId', fields.loginUserId, ['taro', 'agent:a'], ['agent:']],
  ['groupId', fields.groupId, ['sales'], ['..']],
  ['mailAddress', fields.mailAddress, ['a@b.co'], ['a@b.co\0', 'a']],
  ['uuid', fields.uuid, ['0197a1b2-0000-7000-8000-000000000000'], ['0197a1b2', '', 'x']],
  ['name', fields.name, ['', '山田', '𠮷', 'a'.repeat(128)], ['a'.repeat(129), 'a\u202e', 'a\nb', 'a\0']],
  ['requiredName', fields.requiredName, ['a'], ['', '  ']],
  ['description', fields.description, ['a\nb'], ['a'.repeat(257), 'a\0']],
  [
    'password',
    fields.password,
    ['a', 'a'.repeat(1024), 'pass word', '😀'],
    ['', 'a'.repeat(1025), 'a\0', 'a\n', '\ud800', 1],
  ],
  ['locale', fields.locale, ['ja', 'pt-BR'], ['JA', 'xx', '']],
  ['timezone', fields.timezone, ['Asia/Tokyo', 'Japan'], ['Mars', '+09:00', '']],
  ['otp', fields.otp, ['012345'], ['12345', '１２３４５６', 123456]],
  [
    'recoveryCode',
    fields.recoveryCode,
    ['abcd-efgh', 'ABCDEFGHIJ', 'ab12 cd34'],
    ['abc', 'abcdefgh\0', 'a'.repeat(65)],
  ],
  ['pin', fields.pin, ['1234', 'a1b2'], ['123', '12 4']],
  ['exchangeCode', fields.exchangeCode, [code], ['short', `${code}\0`, `${code} `]],
  ['temporaryCode', fields.temporaryCode, [code], ['']],
  ['loginId', fields.loginId, ['0197a1b2-0000-7000-8000-000000000000'], ['a']],
  ['ticket', fields.ticket, [code], ['a']],
  ['page', fields.page, [1, '2', undefined], [0, '0', -1, 1.5, '1.5', '', ' 1', true, ['1'], null, '1e3']],
  ['count', fields.count, [1, '500', undefined], [0, 501, 'x']],
  ['order', fields.order, ['ascending', undefined], ['asc']],
  ['sortBy', sort, ['name', undefined], ['password', '__proto__']],
];

describe.each(table)('%s', (_name, field, good, bad) => {
  it.each(good.map((value) => [value]))('accepts %j', (value) => expect(field.safeParse(value).success).toBe(true));
  it.each(bad.map((value) => [value]))('refuses %j', (value) => expect(field.safeParse(value).success).toBe(false));
  it('can be printed for the API description', () =>
    expect(() => z.toJSONSchema(field, { io: 'input' })).not.toThrow());
});

it('converts values to their stored form', () => {
  expect(fields.timezone.parse('US/Pacific')).toBe('America/Los_Angeles');
  expect(fields.password.parse('e\u0301')).toBe('é');
  expect(fields.name.parse(' Mu\u0308ller')).toBe(' Müller');
  expect(fields.requiredName.parse(' Mu\u0308ller\u3000')).toBe('Müller');
  expect(fields.description.parse('カ\u3099\n')).toBe('ガ\n');
  expect(fields.exactText(9).parse('e\u0301')).toBe('e\u0301');
  expect(fields.page.parse('3')).toBe(3);
  expect(fields.page.parse(undefined)).toBe(1);
  expect(sort.parse(undefined)).toBe('userId');
});

import { describe, expect, it } from 'vitest';
import { EXTENSION_ATTRIBUTES } from '#contract/limits.ts';
import { formatColumns, suggestMapping } from '#contract/people/user-imports-fields.ts';
import { permissions } from '#contract/roles.ts';
import { loadCatalog } from '#messages/catalog.ts';
import { readCells, readElement, type Reading } from './rows.ts';
import { readHeader } from './sniff.ts';
import { csvLine } from './write-csv.ts';

const reading = (given: Partial<Reading> & Pick<Reading, 'fields'>): Reading => ({
  ...{ idsFrom: -1, operation: 'ofRow', emptyCells: 'clear', permissions: new Set(permissions) },
  ...given,
});
const told = ({ given, reasons }: ReturnType<typeof readCells>) => ({
  given,
  reasons: reasons.map(({ id, field = '' }) => `${field} ${id}`),
});

describe('a cell', () => {
  it.each([
    ['familyName', ' 山田 ', { familyName: ' 山田 ' }],
    // As macOS writes files: kept in one form, and measured in it.
    ['familyName', 'Mu\u0308ller', { familyName: 'Müller' }],
    ['familyName', 'カ\u3099'.repeat(128), { familyName: 'ガ'.repeat(128) }],
    ['department', '\ufa19', { department: '\ufa19' }],
    ['extensionAttribute1', 'Ko\u0308ln', { extensionAttribute1: 'Köln' }],
    ['familyName', "'=1+1", { familyName: '=1+1' }],
    ['familyName', "''+a", { familyName: "'+a" }],
    ['familyName', "'quoted", { familyName: "'quoted" }],
    ['location', '-', { location: '-' }],
    ['location', '+81 3 1234', { location: '+81 3 1234' }],
    ['roles', 'PowerUser; User', { roles: ['PowerUser', 'User'] }],
    ['roles', '', {}],
    ['status', '', {}],
    ['mailAddresses', 'b@x.example;a@x.example', { mailAddresses: ['b@x.example', 'a@x.example'] }],
    ['mailAddresses', '', { mailAddresses: [] }],
    ['groups', 'Tokyo;SALES', { groups: ['sales', 'tokyo'] }],
    ['groups', '', { groups: [] }],
    ['loginMailAddress', '', { loginMailAddress: null }],
    ['locale', 'en-GB', { locale: 'en' }],
    ['locale', '', { locale: null }],
    ['timezone', 'Japan', { timezone: 'Asia/Tokyo' }],
    ['extensionAttribute15', '', { extensionAttribute15: '' }],
  ])('%s %j is read', (field, cell, given) => {
    const row = readCells(2, ['update', 'a', cell], reading({ fields: ['operation', 'userId', field] }));
    expect(told(row)).toEqual({ given, reasons: [] });
  });

  it.each([
    ['familyName', '=1+1', 'formula_in_cell'],
    ['familyName', '@SUM(A1)', 'formula_in_cell'],
    ['familyName', '+cmd|calc', 'formula_in_cell'],
    ['familyName', '\tx', 'formula_in_cell'],
    ['familyName', 'x'.repeat(129), 'invalid_params'],
    ['familyName', 'a\u202e', 'invalid_params'],
    ['description', 'a\0b', 'invalid_params'],
    ['roles', 'Owner', 'invalid_params'],
    ['status', 'gone', 'invalid_params'],
    ['groups', 'sales;Sales', 'invalid_params'],
    ['groups', 'a b', 'invalid_params'],
    ['timezone', 'Mars/Base', 'invalid_params'],
  ])('%s %j is refused', (field, cell, id) => {
    const row = readCells(2, ['create', 'a', cell], reading({ fields: ['operation', 'userId', field] }));
    expect(told(row)).toEqual({ given: {}, reasons: [`${field} ${id}`] });
  });

  it('that is empty may stay what it was', () => {
    const fields = ['userId', 'department', 'locale', null];
    const row = readCells(2, ['a', '', '', 'x'], reading({ fields, operation: 'upsert', emptyCells: 'keep' }));
    expect([row.operation, told(row)]).toEqual(['upsert', { given: {}, reasons: [] }]);
  });

  it('grants no more than the uploader has', () => {
    const fields = ['operation', 'userId', 'roles'];
    const row = readCells(
      2,
      ['update', 'a', 'PowerUser'],
      reading({ fields, permissions: new Set(['me', 'users:write']) }),
    );
    expect(told(row)).toEqual({ given: {}, reasons: ['roles forbidden'] });
  });
});

it.each([
  ['taro.yamada@x.example', 'taro.yamada', []],
  [' Taro@x.example ', 'Taro', []],
  ["o'hara@x.example", 'o-hara', []],
  ["'+taro@x.example", 'taro', []],
  ['hana_gmail.com#EXT#@x.onmicrosoft.com', 'hana_gmail.com-EXT-', []],
  ['', '', ['userId user_id_not_made']],
  ['taro', 'taro', ['userId user_id_not_made']],
  ['!!@x.example', '!!@x.example', ['userId user_id_not_made']],
])('of the address %j the id %j is made', (cell, userId, reasons) => {
  const row = readCells(2, [cell], reading({ fields: [null], idsFrom: 0, operation: 'upsert' }));
  expect([row.userId, told(row).reasons]).toEqual([userId, reasons]);
  expect(row.madeOf).toBe(reasons.length > 0 ? undefined : cell.trim().replace(/^'/, ''));
});

it.each([
  [{ userId: 'a', roles: ['User'], groups: [{ groupId: 'B' }], extensionAttributes: { extensionAttribute1: 'x' } }, []],
  [{ userId: 'a', tenantId: 'other' }, ['tenantId invalid_params']],
  [{ userId: 'a', operation: 'delete' }, ['operation unknown_operation']],
  [{ userId: 7 }, ['userId invalid_params']],
  // A row is compared with what was previewed, not with what its caller expects.
  [{ userId: 'a', department: 'B', expected: { department: 'A' } }, ['expected invalid_params']],
  [null, ['userId invalid_params', ' invalid_params']],
  [[], ['userId invalid_params', ' invalid_params']],
])('the element %j', (element, reasons) => {
  expect(told(readElement(1, element, 'update', new Set(permissions))).reasons).toEqual(reasons);
});

it('the texts of an element are kept in one form', () => {
  const element = { userId: 'a', givenName: 'Zoe\u0308', extensionAttributes: { extensionAttribute1: 'e\u0301' } };
  const { given } = readElement(1, element, 'update', new Set(permissions));
  expect(given).toEqual({ givenName: 'Zoë', extensionAttribute1: 'é' });
});

it.each([
  ['a,b;c,d\n1,2', ',', ['a', 'b;c', 'd']],
  ['a;b;c\r\n', ';', ['a', 'b', 'c']],
  ['"a,x"\tb', '\t', ['a,x', 'b']],
  ['ユーサ\u3099ーID,姓', ',', ['ユーザーID', '姓']],
])('the header of %j', (text, delimiter, columns) => expect(readHeader(text)).toEqual({ delimiter, columns }));

it.each([
  ['=1', "'=1"],
  ["'=1", "''=1"],
  ["it's", "it's"],
  ['a"b', '"a""b"'],
  ['a\nb', '"a\nb"'],
])('%j is written as %j', (cell, written) => expect(csvLine([cell])).toBe(`${written}\r\n`));

it('a mapping is suggested for what directories write', () => {
  const google = [
    'First Name [Required]',
    'Last Name [Required]',
    'Email Address [Required]',
    'Employee ID',
    'Department',
  ];
  expect(Object.values(suggestMapping(google)).sort()).toEqual(
    ['department', 'familyName', 'givenName', 'loginMailAddress', 'userId'].sort(),
  );
  expect(suggestMapping(google, ['Employee ID', 'Department'])).toEqual({
    'First Name [Required]': 'givenName',
    'Last Name [Required]': 'familyName',
    'Email Address [Required]': 'loginMailAddressAndUserId',
    Department: 'department',
  });
  const entra = ['userPrincipalName', 'displayName', 'surname', 'mail'];
  expect(suggestMapping(entra)).toEqual({
    userPrincipalName: 'userIdFromMailAddress',
    surname: 'familyName',
    mail: 'loginMailAddress',
  });
  expect(suggestMapping(['userPrincipalName'])).toEqual({ userPrincipalName: 'loginMailAddressAndUserId' });
  expect(suggestMapping(['employeeId', 'sn'], ['employeeId'])).toEqual({ employeeId: 'userId', sn: 'familyName' });
  const csvde = ['DN', 'objectClass', 'sAMAccountName', 'sn', 'givenName', 'mail', 'extensionAttribute3'];
  expect(suggestMapping(csvde)).toMatchObject({ sAMAccountName: 'userId', extensionAttribute3: 'extensionAttribute3' });
});

it.each(['en', 'ja'])('the template explains every column in %s', (language) => {
  const { texts } = loadCatalog(language);
  const own = formatColumns.filter((column) => !EXTENSION_ATTRIBUTES.includes(column));
  expect(own.filter((column) => !texts[`transfer.column.${column}`])).toEqual([]);
});

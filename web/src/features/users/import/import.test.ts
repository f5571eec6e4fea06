import { describe, expect, test } from 'vitest';
import type { UserImport, UserImportRow } from '#contract/people/user-imports.ts';
import { directoryFields } from '#contract/people/user-imports-fields.ts';
import { MAX_IMPORT_BYTES } from '#contract/limits.ts';
import common from '#messages/en/common.json' with { type: 'json' };
import history from '#messages/en/history.json' with { type: 'json' };
import transfer from '#messages/en/transfer.json' with { type: 'json' };
import users from '#messages/en/users.json' with { type: 'json' };
import { createTranslate } from '../../../i18n/translate.ts';
import { conditionWords } from '../export/condition-words.ts';
import { addressColumn, isTwice, mappingMistake, mappingOf, offeredFields, twiceIn } from './one/mapping-draft.ts';
import { importAddress, importsAddress } from './one/page-search.ts';
import { fileMistake } from './start/file-rules.ts';
import { changesIn, columnWords, kindWords, outcomeWords, rowLines, rowsIn, rowState, rowSummary } from './words.ts';

const t = createTranslate('en', { common, history, transfer, users });
const names = { extensionAttribute1: { name: 'Cost centre' } };

test.each([
  ['staff.csv', 10, undefined],
  ['STAFF.CSV', 10, undefined],
  ['staff.txt', MAX_IMPORT_BYTES, undefined],
  ['staff.xlsx', 10, 'ending'],
  ['csv', 10, 'ending'],
  ['staff.csv', 0, 'empty'],
  ['staff.csv', MAX_IMPORT_BYTES + 1, 'tooLarge'],
])('a file %s of %i bytes', (name, size, mistake) => {
  expect(fileMistake({ name, size })).toBe(mistake);
});

describe('the address of an import', () => {
  test.each([
    [{}, {}],
    [
      { kind: 'wrong', cursor: 'n.42', count: '50' },
      { kind: 'wrong', cursor: 'n.42', count: 50 },
    ],
    [{ kind: 'all', cursor: '42', count: 20 }, {}],
    [{ kind: ['wrong'], cursor: 'n.1234567890' }, {}],
  ])('%j', (search, read) => {
    expect(importAddress.read(search)).toEqual(read);
    expect(importAddress.read(importAddress.read(search))).toEqual(read);
  });

  test('the place in the history', () => {
    const cursor = '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';
    expect(importsAddress.read({ cursor })).toEqual({ cursor });
    expect(importsAddress.read({ cursor: 'x' })).toEqual({});
  });
});

describe('which column is what', () => {
  test('columns that become nothing are left out', () => {
    expect(mappingOf({ mail: 'loginMailAddress', objectId: '', upn: 'password' })).toEqual({
      mail: 'loginMailAddress',
    });
    for (const field of directoryFields) expect(mappingOf({ column: field })).toEqual({ column: field });
  });

  test.each([
    [{ id: 'userId', mail: 'loginMailAddress' }, undefined],
    [{ mail: 'loginMailAddress' }, 'noUserId'],
    [{ id: 'userId', sam: 'userId' }, 'twice'],
    [{}, 'noUserId'],
    [{ upn: 'userIdFromMailAddress', mail: 'loginMailAddress' }, undefined],
    [{ mail: 'loginMailAddressAndUserId' }, undefined],
    [{ upn: 'userIdFromMailAddress', mail: 'loginMailAddressAndUserId' }, 'twice'],
    [{ id: 'userId', mail: 'loginMailAddressAndUserId' }, 'twice'],
    [{ upn: 'loginMailAddressAndUserId', mail: 'loginMailAddress' }, 'twice'],
  ] as const)('%j', (draft, mistake) => {
    expect(mappingMistake(draft)).toBe(mistake);
  });

  test('the fields that two columns would become, each once', () => {
    const draft = { a: 'userId', b: 'department', c: 'department', d: 'department', e: '', f: '' };
    expect(twiceIn(draft)).toEqual(['department']);
  });

  test('a column of mail addresses may tell the user ID besides its own field', () => {
    const draft = { upn: 'loginMailAddressAndUserId', mail: 'loginMailAddress', sn: 'familyName' };
    expect(Object.keys(draft).filter((column) => isTwice(draft, column))).toEqual(['upn', 'mail']);
    expect([addressColumn(draft), addressColumn({ id: 'userId', mail: 'loginMailAddress' })]).toEqual([
      'upn',
      undefined,
    ]);
    expect(directoryFields.slice(0, 4).map((field) => columnWords(t, field))).toEqual([
      'User ID',
      'User ID (the part before the @)',
      'Email address for sign-in and user ID',
      'Family name',
    ]);
  });
});

test('of the tenant’s own items those with a name are offered, and the one that is chosen', () => {
  const offered = offeredFields({ cost: 'extensionAttribute7', id: 'userId' }, names);
  expect(offered.filter((field) => field.startsWith('extension'))).toEqual([
    'extensionAttribute1',
    'extensionAttribute7',
  ]);
  expect(offered).toContain('department');
});

const row = (over: Partial<UserImportRow>): UserImportRow => ({
  ...{ row: 2, kind: 'update', operation: 'update', userId: 'anna', changes: {}, reasons: [], done: false },
  ...over,
});

describe('a row of the preview', () => {
  test('each field before and after, in words', () => {
    const changes = {
      status: { before: 'active', after: 'inactive' },
      roles: { before: ['User'], after: ['User', 'PowerUser'] },
      extensionAttribute1: { before: null, after: 'C-7' },
      extensionAttribute2: { after: 'x' },
    };
    const { lines } = rowLines(t, row({ changes }), names);
    expect(lines.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['Status', 'Active', 'Inactive'],
      ['Roles', 'User', 'User, Administrator'],
      ['Cost centre', '(empty)', 'C-7'],
      ['Custom field 2', '', 'x'],
    ]);
  });

  test('what is wrong stands with its field, also where the field changes nothing', () => {
    const reason = (field?: string) => ({
      message_id: 'invalid_params' as const,
      message: `about ${field}`,
      ...(field ? { field } : {}),
    });
    const wrong = row({
      kind: 'wrong',
      changes: { department: { after: 'D' } },
      reasons: [reason('department'), reason('userId'), reason()],
    });
    const { lines, others } = rowLines(t, wrong);
    expect(lines.map(({ field, after, reasons }) => [field, after, reasons])).toEqual([
      ['Department', 'D', ['about department']],
      ['User ID', 'anna', ['about userId']],
    ]);
    expect(others).toEqual(['about undefined']);
    expect(rowSummary(t, 'en', wrong)).toBe('Department: about department (and 2 more)');
  });

  test('in one line: the change, or who it is', () => {
    const two = { department: { before: 'A', after: 'B' }, location: { before: 'C', after: 'D' } };
    expect(rowSummary(t, 'en', row({ changes: two }))).toBe('Department: A → B (also: Location)');
    const lost = { ...two, loginMailAddress: { before: 'a@example.com', after: null } };
    expect(rowSummary(t, 'en', row({ changes: lost }))).toBe(
      'Email address for sign-in: a@example.com → (empty) (also: Department, Location)',
    );
    const named = { familyName: { after: '田中' }, givenName: { after: '一郎' } };
    expect(rowSummary(t, 'ja', row({ kind: 'create', changes: named }))).toBe('田中 一郎');
    const mail = { familyName: { after: '' }, loginMailAddress: { after: 'a@example.com' } };
    expect(rowSummary(t, 'en', row({ kind: 'create', changes: mail }))).toBe('a@example.com');
    const gone = { familyName: { before: 'Ito' }, givenName: { before: 'Mei' } };
    expect(rowSummary(t, 'en', row({ kind: 'delete', changes: gone }))).toBe('Mei Ito');
    expect(rowSummary(t, 'en', row({ kind: 'unchanged' }))).toBe('');
  });

  test('the counts', () => {
    const counts: NonNullable<UserImport['counts']> = { create: 1, update: 2, delete: 3, unchanged: 4, wrong: 5 };
    expect([changesIn(counts), rowsIn(counts), rowsIn(counts, 'wrong')]).toEqual([6, 15, 5]);
  });
});

describe('what an import came to', () => {
  const refused = { message_id: 'forbidden' as const, message: 'Their right is gone.' };
  const came = (over: Partial<UserImport>) =>
    outcomeWords(t, {
      ...{ status: 'completed', confirmedAt: '2026-11-21T11:00:00Z', error: null },
      counts: { create: 3000, update: 0, delete: 1, unchanged: 0, wrong: 0 },
      ...{ progress: { total: 3001, done: 3001, bytes: 0, perSecond: 0, secondsLeft: null } },
      ...over,
    } as UserImport);
  const half = { total: 3001, done: 1000, bytes: 0, perSecond: 0, secondsLeft: null };

  test('each kind by itself, or that nothing was done', () => {
    expect(came({})).toEqual(['3,000 users created.', '1 user deleted.']);
    expect(came({ counts: { create: 0, update: 0, delete: 0, unchanged: 2, wrong: 0 } })).toEqual(['Nothing changed.']);
  });

  test('stopped or failed half way, it says how far it came', () => {
    const after = '1,000 rows were already imported and stay changed.';
    expect(came({ status: 'canceled', progress: half })).toEqual([after]);
    expect(came({ status: 'error', error: refused, progress: half })).toEqual(['Their right is gone.', after]);
    expect(came({ status: 'canceled', confirmedAt: null })).toEqual(['Nothing changed.']);
    const columns = { ...refused, field: 'salary' };
    expect(came({ status: 'validation_error', confirmedAt: null, error: columns })).toEqual([
      'Their right is gone. (salary)',
    ]);
  });

  test.each([
    ['create', false, false, false, 'Create'],
    ['create', true, true, false, 'Created'],
    ['create', false, true, false, 'Not done'],
    ['update', true, true, false, 'Changed'],
    ['delete', false, true, false, 'Not done'],
    ['unchanged', false, true, false, 'Unchanged'],
    ['wrong', false, true, false, 'Invalid'],
    ['create', false, false, true, 'To restore'],
    ['create', true, true, true, 'Restored'],
    ['create', false, true, true, 'Not done'],
    ['update', false, false, true, 'Change'],
  ] as const)('a row to %s, done: %j, the import ended: %j, an undo: %j', (kind, done, ended, undo, text) => {
    expect(rowState(t, { kind, done }, ended, undo).text).toBe(text);
  });

  test('rows are called by what was done only where it was', () => {
    expect([kindWords(t, 'create', false), kindWords(t, 'create', true), kindWords(t, 'wrong', false)]).toEqual([
      'To create',
      'Created',
      'Invalid',
    ]);
  });
});

test('what an export was asked for, in words', () => {
  expect(conditionWords(t, 'en', {}, {})).toEqual([]);
  const condition = {
    keyword: 'a\\\\b \\*',
    status: ['active', 'locked'],
    source: ['scim'],
    role: 'PowerUser',
    mfa: false,
    lastSignInOlderThanDays: 1000,
  } as const;
  expect(
    conditionWords(t, 'en', { ...condition, status: [...condition.status], source: [...condition.source] }, {}),
  ).toEqual([
    'Search: a\\b *',
    'Role: Administrator',
    'MFA: Off',
    'Days without sign-in: 1,000',
    'Status: Active or Locked',
    'Source: Provisioning (SCIM)',
  ]);
});

import { describe, expect, it } from 'vitest';
import { canBeUndone, undoableChanges, undoOfEntry } from './undo-fields.ts';

const now = new Date('2026-06-30T12:00:00Z');
const entry = {
  at: '2026-06-01T12:00:00Z',
  operation: 'update',
  status: 'success',
  changes: { department: { before: 'A', after: 'B' } },
};

describe('the fields of a log entry that can be undone', () => {
  it('include the user’s details, each extension attribute on its own', () => {
    expect(
      undoableChanges({
        department: { before: 'A', after: 'B' },
        locale: { before: 'en', after: null },
        extensionAttributes: {
          before: { extensionAttribute1: 'A', extensionAttribute2: 'same' },
          after: { extensionAttribute2: 'same', extensionAttribute30: 'C' },
        },
        extensionAttribute4: { before: '', after: 'D' },
      }),
    ).toEqual({
      department: { before: 'A', after: 'B' },
      locale: { before: 'en', after: null },
      extensionAttribute1: { before: 'A', after: '' },
      extensionAttribute30: { before: '', after: 'C' },
      extensionAttribute4: { before: '', after: 'D' },
    });
  });

  it.each([
    ['a secret', { password: {} }],
    ['recovery codes', { recoveryCodes: { before: 3, after: 10 } }],
    ['an authenticator app', { totp: { before: 1, after: 0 } }],
    ['a PIN', { userCode: { before: true, after: false } }],
    ['a card', { onpremiseAccounts: { before: { index: 1 }, after: { index: 2 } } }],
    ['sessions', { openSessions: { before: 2, after: 0 } }],
    ['the fields of a new user', { department: { after: 'B' } }],
    ['a lock', { status: { before: 'active', after: 'locked' } }],
    ['registering', { status: { before: 'registering', after: 'active' } }],
    ['data of apps', { appExtension: { before: {}, after: { x: '1' } } }],
  ])('do not include %s', (_, changes) => {
    expect(undoableChanges(changes)).toEqual({});
    expect(canBeUndone({ ...entry, changes }, now)).toBe(false);
  });

  it.each([
    ['active', 'inactive'],
    ['inactive', 'active'],
    ['inactive', 'registering'],
  ])('include a status from %s to %s', (before, after) => {
    expect(undoableChanges({ status: { before, after } })).toEqual({ status: { before, after } });
  });

  it('are those of a completed update of the last 30 days', () => {
    expect(canBeUndone(entry, now)).toBe(true);
    expect(canBeUndone({ ...entry, at: '2026-05-31T12:00:00Z' }, now)).toBe(false);
    expect(canBeUndone({ ...entry, operation: 'create' }, now)).toBe(false);
    expect(canBeUndone({ ...entry, status: 'refused' }, now)).toBe(false);
  });
});

describe('the call that undoes a row of the operation log', () => {
  const row = { ...entry, id: 'e', type: 'user.changed', targetType: 'user', targetId: 't' };
  const ofJob = (type: string) => ({ ...row, type, targetType: type.split('.')[0] as string, changes: {} });
  it.each([
    ['a change of a user', row, { call: 'undoUserChange', userUuid: 't', entryId: 'e' }],
    ['a finished import', ofJob('userImport.ended'), { call: 'undoUserImport', importId: 't' }],
    [
      'a bulk operation that failed',
      { ...ofJob('userBulk.ended'), status: 'error' },
      { call: 'undoUserBulk', bulkId: 't' },
    ],
    [
      'a bulk action that changed some users',
      { ...ofJob('userBulk.ended'), changes: { action: { after: 'deactivate' }, changed: { after: 3 } } },
      { call: 'undoUserBulk', bulkId: 't' },
    ],
    [
      'a bulk action that changed no users',
      { ...ofJob('userBulk.ended'), changes: { action: { after: 'deactivate' }, failed: { after: 3 } } },
      null,
    ],
    [
      'a bulk action that ended sessions',
      { ...ofJob('userBulk.ended'), changes: { action: { after: 'signOut' }, changed: { after: 3 } } },
      null,
    ],
    [
      'an undo that restored users',
      { ...ofJob('userImport.ended'), changes: { restored: { after: 1 } } },
      { call: 'undoUserImport', importId: 't' },
    ],
    ['an import that changed nothing', { ...ofJob('userImport.ended'), changes: { unchanged: { after: 3 } } }, null],
    ['a running import', ofJob('userImport.started'), null],
    ['one too old', { ...ofJob('userImport.ended'), at: '2026-05-31T12:00:00Z' }, null],
    ['a password', { ...row, changes: { password: {} } }, null],
    ['a group', { ...row, type: 'group.changed', targetType: 'group' }, null],
    ['a refusal', { ...row, status: 'error' }, null],
    ['a row without its target', { ...row, targetId: null }, null],
  ])('%s', (_, given, expected) => {
    expect(undoOfEntry(given, now)).toEqual(expected);
  });
});

import { describe, expect, it } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import devices from '#messages/en/devices.json' with { type: 'json' };
import history from '#messages/en/history.json' with { type: 'json' };
import { deviceHistory } from '../../../base/history/device-words.ts';
import { changeLines } from '../../../base/history/words.ts';
import { createTranslate } from '../../../i18n/translate.ts';
import { bodyOf, changedFields } from '../../../base/editing/editing.ts';
import { type Draft, deviceForm, draftOf, isValid } from './draft.ts';
import { readDevicePageSearch } from './page-search.ts';

const t = createTranslate('en', { common, devices, history });
const saved = draftOf({ description: 'Lobby', roles: ['PowerUser', 'User'] });

describe('the forms of a device', () => {
  it('send only what differs', () => {
    const changesOf = (draft: Draft) => bodyOf(deviceForm, draft, changedFields(deviceForm, saved, draft));
    expect(changesOf(saved)).toEqual({});
    expect(changesOf({ ...saved, description: ' Lobby ' })).toEqual({});
    expect(changesOf({ description: 'Hall', roles: ['User'] })).toEqual({ description: 'Hall', roles: ['User'] });
  });

  it.each([
    [{ description: '', roles: ['User'] as const }, true],
    [{ description: '漢'.repeat(256), roles: ['User'] as const }, true],
    [{ description: '𠮷'.repeat(257), roles: ['User'] as const }, false],
    [{ description: '', roles: [] }, false],
  ])('%# may be saved or not', (draft, valid) => {
    expect(isValid(draft)).toBe(valid);
  });
});

describe('the address of the page of a device', () => {
  it.each([
    [{}, {}],
    [{ tab: 'profile' }, {}],
    [{ tab: 'groups', cursor: 'abc' }, { tab: 'groups' }],
    [
      { tab: 'history', cursor: 'abc' },
      { tab: 'history', cursor: 'abc' },
    ],
    [{ tab: 'history', cursor: 'a b' }, { tab: 'history' }],
    [{ tab: 'secrets' }, {}],
  ])('%j is read as %j', (given, read) => {
    expect(readDevicePageSearch(given)).toEqual(read);
  });
});

describe('the history of a device', () => {
  it('says states and roles in words', () => {
    const changes = {
      credentialStatus: { before: 'active', after: 'cloned' },
      roles: { before: ['User'], after: ['User', 'PowerUser'] },
      namedInLicenseRule: { after: 'L-1' },
    };
    expect(changeLines(t, deviceHistory, changes, String)).toEqual([
      'Device sign-in: Set up → Stopped, copy found',
      'Roles: Administrator added',
      'License with a rule for this device: L-1 added',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { changesOf, draftOf, isValid, undoOf } from './draft.ts';
import { readDevicePageSearch } from './page-search.ts';

const saved = draftOf({ description: 'Lobby', roles: ['PowerUser', 'User'] });

describe('the forms of a device', () => {
  it('send only what differs, and what undoes it', () => {
    expect(changesOf(saved, saved)).toEqual({});
    expect(changesOf(saved, { ...saved, description: ' Lobby ' })).toEqual({});
    const changes = changesOf(saved, { description: 'Hall', roles: ['User'] });
    expect(changes).toEqual({ description: 'Hall', roles: ['User'] });
    expect(undoOf(changes, saved)).toEqual({ description: 'Lobby', roles: saved.roles });
    expect(undoOf({ description: 'Hall' }, saved)).toEqual({ description: 'Lobby' });
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

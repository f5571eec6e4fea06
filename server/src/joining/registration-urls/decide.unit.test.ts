import { describe, expect, test } from 'vitest';
import { isOfDomains, readDomains, stateOf, type UrlFacts } from './decide.ts';

const now = new Date('2026-05-01T00:00:00Z');
const url: UrlFacts = {
  role: 'User',
  license_ids: [],
  users_limit: 2,
  users_count: 1,
  expires_at: new Date('2026-05-02T00:00:00Z'),
  ended_at: null,
  created_by_uuid: 'a',
  maker_status: 'active',
  maker_roles: ['PowerUser'],
};
const unknown = { created_by_uuid: null, maker_status: null, maker_roles: null };

test.each([
  [{}, 'open'],
  [{ users_count: 2 }, 'full'],
  [{ expires_at: now }, 'expired'],
  [{ users_count: 2, expires_at: now }, 'expired'],
  [{ ended_at: now }, 'ended'],
  [{ maker_status: 'locked' }, 'open'],
  [{ maker_status: 'inactive' }, 'withoutMaker'],
  [{ maker_status: null, maker_roles: null }, 'withoutMaker'],
  [{ maker_roles: ['User'], users_count: 2 }, 'withoutMaker'],
  [{ maker_roles: ['User'], expires_at: now }, 'expired'],
  [{ maker_roles: ['User'], ended_at: now }, 'ended'],
  [unknown, 'open'],
  [{ ...unknown, role: 'PowerUser' }, 'withoutMaker'],
  [{ ...unknown, license_ids: ['l'] }, 'withoutMaker'],
] as [Partial<UrlFacts>, string][])('%j: %s', (change, expected) => {
  expect(stateOf({ ...url, ...change }, now)).toBe(expected);
});

describe('domains', () => {
  test.each([
    [[], []],
    [
      [' Example.COM ', '@sub.example.com'],
      ['example.com', 'sub.example.com'],
    ],
    [['example.com', 'EXAMPLE.com'], null],
    [['example'], null],
    [['10.0.0.1'], null],
    [['*.example.com'], null],
    [[''], null],
    [['taro@example.com'], null],
    [Array.from({ length: 51 }, (_, at) => `d${at}.example`), null],
  ])('%j are read as %j', (given, expected) => {
    expect(readDomains(given)).toEqual(expected);
  });

  test.each([
    ['taro@example.com', ['example.com'], true],
    ['taro@EXAMPLE.com', ['example.com'], true],
    ['taro@sub.example.com', ['example.com'], false],
    ['taro@notexample.com', ['example.com'], false],
    ['example.com@evil.example', ['example.com'], false],
    ['taro@anything.example', [], true],
  ])('%s of %j: %s', (address, domains, expected) => {
    expect(isOfDomains(address, domains)).toBe(expected);
  });
});

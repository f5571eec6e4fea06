import { describe, expect, it, test } from 'vitest';
import {
  claimNameMistake,
  type ClaimPlace,
  claimsFor,
  claimSources,
  claimsMistake,
  type MappedClaim,
  sharedKindsOf,
} from './claim-values.ts';

it.each([
  ['groups', null],
  ['https://example.com/claims/groups', null],
  ['custom.dept-1', null],
  ['sub', 'reserved'],
  ['tenantId', 'reserved'],
  ['email', 'reserved'],
  ['roles', 'reserved'],
  ['_claim_names', 'reserved'],
  ['__proto__', 'reserved'],
  ['', 'form'],
  ['1st', 'form'],
  ['a b', 'form'],
  ['グループ', 'form'],
  ['a'.repeat(101), 'form'],
])('of the name %s the mistake is %s', (name, mistake) => expect(claimNameMistake(name)).toBe(mistake));

const claim = (name: string, source: string, ...places: ClaimPlace[]): MappedClaim => ({ name, source, places });

test('a name twice, and a claim that is nowhere, are told with their place', () => {
  const groups = claim('groups', 'groupIds', 'idToken');
  expect(claimsMistake([groups, claim('dept', 'department', 'userinfo')])).toBeNull();
  expect(claimsMistake([groups, { ...groups, source: 'roles' }])).toEqual({ index: 1, mistake: 'twice' });
  expect(claimsMistake([claim('dept', 'department')])).toEqual({ index: 0, mistake: 'nowhere' });
});

test.each([
  ['userId', 'userId'],
  ['familyName', 'profile'],
  ['timezone', 'profile'],
  ['loginMailAddress', 'email'],
  ['department', 'about'],
  ['description', 'about'],
  ['groupIds', 'groups'],
  ['groupUuids', 'groups'],
  ['roles', 'roles'],
  ['services', 'licenses'],
  ['licenses', 'licenses'],
  ['extensionAttribute15', 'custom'],
])('of %s users read %s', (source, kind) => {
  expect(claimSources).toContain(source);
  expect(sharedKindsOf([claim('x', source, 'idToken'), claim('y', source, 'userinfo')])).toEqual([kind]);
});

describe('claims', () => {
  const endpoint = 'https://portico.example/userinfo';
  const many = Array.from({ length: 201 }, (_, n) => `group-${n}`);
  const values = { groupIds: many, roles: ['User'], department: 'Sales', location: '', loginMailAddress: null };

  it('are of their places only, and of what is there', () => {
    const all = [
      claim('r', 'roles', 'idToken', 'userinfo'),
      claim('dept', 'department', 'userinfo'),
      claim('place', 'location', 'idToken'),
      claim('mail', 'loginMailAddress', 'idToken'),
      claim('unknown', 'extensionAttribute3', 'idToken'),
    ];
    expect(claimsFor(all, values, 'idToken', { endpoint })).toEqual({ r: ['User'] });
    expect(claimsFor(all, values, 'userinfo', { endpoint })).toEqual({ r: ['User'], dept: 'Sales' });
    expect(claimsFor(all, values, 'accessToken', { endpoint })).toEqual({});
  });

  it('that are too long for a token are left out, which says where they are', () => {
    const all = [claim('groups', 'groupIds', 'idToken'), claim('dept', 'department', 'idToken')];
    expect(claimsFor(all, values, 'idToken', { endpoint })).toEqual({
      dept: 'Sales',
      _claim_names: { groups: 'whole' },
      _claim_sources: { whole: { endpoint } },
    });
    expect(claimsFor(all, values, 'userinfo', { endpoint })).toEqual({ groups: many });
    const few = { ...values, groupIds: many.slice(1) };
    expect(claimsFor(all, few, 'idToken', { endpoint })).toEqual({ groups: few.groupIds, dept: 'Sales' });
    // No room: the same for texts.
    expect(claimsFor(all, few, 'idToken', { endpoint, room: 40 })).toMatchObject({
      dept: 'Sales',
      _claim_names: { groups: 'whole' },
    });
    // An ID token has room for so many bytes, and userinfo the rest.
    const names = { groupNames: Array.from({ length: 90 }, (_, n) => '営業部'.repeat(10) + n), department: 'Sales' };
    const both = [claim('teams', 'groupNames', 'idToken'), claim('dept', 'department', 'idToken')];
    expect(claimsFor(both, names, 'idToken', { endpoint })).toMatchObject({
      dept: 'Sales',
      _claim_names: { teams: 'whole' },
    });
    expect(claimsFor(both, names, 'userinfo', { endpoint })).toEqual({ teams: names.groupNames });
    // Names of what is elsewhere take room as well.
    const long = 'groups'.repeat(10);
    expect(claimsFor([claim(long, 'groupIds', 'idToken'), ...all], few, 'idToken', { endpoint, room: 50 })).toEqual({
      dept: 'Sales',
      _claim_names: { groups: 'whole' },
      _claim_sources: { whole: { endpoint } },
    });
    // Room is of bytes.
    const department = '営業部'.repeat(4);
    const sales = [claim('dept', 'department', 'idToken')];
    expect(claimsFor(sales, { department }, 'idToken', { endpoint, room: 40 })).not.toHaveProperty('dept');
    expect(claimsFor(sales, { department }, 'idToken', { endpoint, room: 46 })).toEqual({ dept: department });
  });
});

import { describe, expect, it } from 'vitest';
import { conflictingFields, isSame } from './same-value.ts';

describe('two values of a field', () => {
  it.each([
    ['name', 'Müller', 'Mu\u0308ller', true],
    ['name', 'Müller', 'müller', false],
    ['tagNames', ['Red', 'green'], ['GREEN', 'red'], true],
    ['tagNames', ['red'], ['red', 'green'], false],
    ['parentGroupIds', ['East'], ['eaſt'], false],
    ['groups', [{ groupId: 'East' }, { groupId: 'west' }], ['WEST', 'east'], true],
    ['roles', ['User', 'PowerUser'], ['PowerUser', 'User'], true],
    ['redirectUris', ['https://a.example/A'], ['https://a.example/a'], false],
    ['mailAddresses', ['a@b.example', 'c@b.example'], ['c@b.example', 'a@b.example'], false],
    ['locale', null, '', true],
    ['locale', null, 'ja', false],
    ['disabled', false, true, false],
    ['description', undefined, '', true],
  ])('%s: %j and %j are the same: %s', (field, one, other, same) => {
    expect([isSame(field, one, other), isSame(field, other, one)]).toEqual([same, same]);
  });
});

describe('the fields in conflict', () => {
  const now = { name: 'Now', tagNames: ['a'], extensionAttributes: { extensionAttribute1: 'x' } };
  it.each([
    [{}, {}, []],
    [{ name: 'Now' }, { name: 'Mine' }, []],
    [{ name: 'Then' }, { name: 'Mine' }, ['name']],
    [{ name: 'Then' }, { name: 'Now' }, []],
    [{ name: 'Then' }, {}, ['name']],
    [{ name: 'Then', tagNames: [] }, { name: 'Mine', tagNames: ['b'] }, ['name', 'tagNames']],
    [{ extensionAttributes: { extensionAttribute2: '' } }, { extensionAttributes: { extensionAttribute2: 'y' } }, []],
    [
      { extensionAttributes: { extensionAttribute1: '' } },
      { extensionAttributes: { extensionAttribute1: 'y' } },
      ['extensionAttributes.extensionAttribute1'],
    ],
  ])('expected %j, given %j: %j', (expected, given, fields) => {
    expect(conflictingFields(expected, given, now)).toEqual(fields);
  });
});

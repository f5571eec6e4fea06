import { describe, expect, test } from 'vitest';
import type { Group } from '#contract/people/groups-fields.ts';
import { MAX_GROUP_LEVELS } from '#contract/limits.ts';
import common from '#messages/en/common.json' with { type: 'json' };
import groups from '#messages/en/groups.json' with { type: 'json' };
import history from '#messages/en/history.json' with { type: 'json' };
import { groupHistory } from '../../base/history/group-words.ts';
import { changeLines } from '../../base/history/words.ts';
import { createTranslate } from '../../i18n/translate.ts';
import { bodyOf as sentOf, changedFields } from '../../base/editing/editing.ts';
import { type Draft, draftOf, groupForm, isValid } from './detail/draft.ts';
import { groupPageAddress } from './detail/page-search.ts';
import { emptyForm, groupMistake, isComplete } from './form.ts';
import { groupAddress, isTree, searchBody, trailOf } from './list/list-search.ts';
import { bodyOf, noContent, withThings } from './new/content.ts';
import { readNewGroupSearch } from './new/new-search.ts';
import { tagAddress, tagQuery } from './tags/tag-search.ts';

const t = createTranslate('en', { common, groups, history });
const [A, B] = ['0193f7c2-5d1e-7a44-8000-00000000000a', '0193f7c2-5d1e-7a44-8000-00000000000b'];

describe('the address of the list', () => {
  const deep = Array.from({ length: MAX_GROUP_LEVELS }, (_, at) => `${A.slice(0, -2)}${10 + at}`);
  test.each([
    [{}, {}],
    [
      { at: `${A}.${B}`, page: '2' },
      { at: `${A}.${B}`, page: 2 },
    ],
    [{ at: `${A}.drop` }, {}],
    [{ at: [...deep, B].join('.') }, { at: [...deep.slice(1), B].join('.') }],
    [
      { at: A, keyword: 'sales ' },
      { at: A, keyword: 'sales' },
    ],
    [
      { at: A, tag: 'night' },
      { at: A, tag: 'night' },
    ],
    [{ at: A, view: 'all' }, { view: 'all' }],
    [{ keyword: 12, tag: ['x'], view: 'cards' }, { keyword: '12' }],
    [{ keyword: 'k'.repeat(200) }, { keyword: 'k'.repeat(128) }],
    [{ sort: 'name', order: 'ascending', count: 20, page: 1 }, {}],
    [
      { sort: 'groupId', order: 'descending', count: '100' },
      { sort: 'groupId', order: 'descending', count: 100 },
    ],
    [{ sort: 'password', order: 'up', count: 7, page: 1.5 }, {}],
  ])('%j', (search, read) => {
    expect(groupAddress.read(search)).toEqual(read);
    expect(groupAddress.read(groupAddress.read(search))).toEqual(read);
  });

  test('a level, a search and all groups are asked for', () => {
    const paging = { sort: 'name', order: 'ascending', count: 20, page: 1 };
    expect(searchBody({})).toEqual({ condition: { hasParents: false }, ...paging });
    expect(searchBody({ at: `${A}.${B}`, page: 2 })).toEqual({
      filter: { name: 'childGroups', option: { baseGroupId: B } },
      ...paging,
      page: 2,
    });
    expect(searchBody({ view: 'all', sort: 'groupId' })).toEqual({ condition: {}, ...paging, sort: 'groupId' });
    expect(searchBody({ keyword: 'a*b\\', tag: 'x' })).toMatchObject({
      condition: { or: { groupId: '*a\\*b\\\\*', name: '*a\\*b\\\\*' }, tagName: 'x' },
    });
  });

  test('going down and searching begin at the first page', () => {
    expect(groupAddress.changed({ page: 4, count: 50 }, { at: A })).toEqual({ at: A, count: 50 });
    const found = groupAddress.changed({ at: A, page: 2 }, { keyword: 'x' });
    expect(found).toEqual({ at: A, keyword: 'x' });
    // All groups are searched, and who is done with searching stands where they stood.
    expect(searchBody(found)).toMatchObject({ condition: { or: { name: '*x*' } } });
    expect(searchBody(found)).not.toHaveProperty('filter');
    expect(groupAddress.changed(found, { keyword: '' })).toEqual({ at: A });
    expect(groupAddress.changed({ keyword: 'x' }, { keyword: '' })).toEqual({});
    expect([isTree({ at: A }), isTree({ view: 'all' }), isTree({ tag: 'x' })]).toEqual([true, false, false]);
    expect(trailOf({ at: `${A}.${B}` })).toEqual([A, B]);
  });
});

describe('other addresses', () => {
  test.each([
    [{ tab: 'profile', cursor: 'x' }, {}],
    [
      { tab: 'members', members: 'inherited', keyword: ' a ', cursor: 'a_-', page: 3 },
      { tab: 'members', members: 'inherited', keyword: 'a', cursor: 'a_-' },
    ],
    [{ tab: 'members', members: 'all', keyword: ['x'] }, { tab: 'members' }],
    [
      { tab: 'children', page: '3', cursor: 'x', keyword: 'y' },
      { tab: 'children', page: 3 },
    ],
    [
      { tab: 'history', cursor: 'a.b', members: 'direct' },
      { tab: 'history', cursor: 'a.b' },
    ],
    [{ tab: 'secrets' }, {}],
  ])('a group’s page: %j', (search, read) => {
    expect(groupPageAddress.read(search)).toEqual(read);
  });

  test('a new group and the tags', () => {
    expect(readNewGroupSearch({ parent: A })).toEqual({ parent: A });
    expect(readNewGroupSearch({ parent: 'sales' })).toEqual({});
    expect(tagAddress.read({ keyword: ' a ', sort: 'groupCount', order: 'x', count: 50, page: '2' })).toEqual({
      keyword: 'a',
      sort: 'groupCount',
      count: 50,
      page: 2,
    });
    expect(tagAddress.changed({ page: 2, keyword: 'a' }, { keyword: '' })).toEqual({});
    expect(tagQuery({})).toEqual({ keyword: '', sort: 'name', order: 'ascending', count: 20, page: 1 });
  });
});

describe('one group', () => {
  const [above, beside] = [
    { uuid: A, groupId: 'above', name: 'Above' },
    { uuid: B, groupId: 'beside', name: 'Beside' },
  ];
  const group = { name: 'Sales', description: '', tagNames: ['b', 'a'], parents: [above] } as unknown as Group;
  const saved = draftOf(group);

  const changesOf = (draft: Draft) => sentOf(groupForm, draft, changedFields(groupForm, saved, draft));

  test('only what differs is sent', () => {
    expect(changesOf({ ...saved, name: ' Sales ', tagNames: ['A', 'b'] })).toEqual({});
    const changes = changesOf({ ...saved, name: 'Sales 2 ', tagNames: [], parents: [above, beside] });
    expect(changes).toEqual({ name: 'Sales 2', tagNames: [], parentGroupIds: ['above', 'beside'] });
  });

  test.each([
    [{}, true],
    [{ name: ' ' }, false],
    [{ name: 'n'.repeat(129) }, false],
    [{ name: 'a\u202e' }, false],
    [{ description: '🙂 fine' }, true],
    [{ description: 'd'.repeat(257) }, false],
  ])('%j may be saved: %s', (edits, valid) => {
    expect(isValid({ ...saved, ...edits })).toBe(valid);
  });

  test('a new one needs a name and an id', () => {
    expect(isComplete(emptyForm)).toBe(false);
    expect(isComplete({ ...emptyForm, name: 'A', groupId: 'a.b_c-1' })).toBe(true);
    for (const groupId of ['-a', '...', 'a b', 'ａ', '営業'])
      expect(isComplete({ ...emptyForm, name: 'A', groupId })).toBe(false);
    expect(groupMistake('groupId', ' a ')).toBeUndefined();
    expect(bodyOf({ groupId: ' a ', name: 'A ', description: '' }, { ...noContent, tagNames: ['x'] }, above)).toEqual({
      groupId: 'a',
      name: 'A',
      description: '',
      tagNames: ['x'],
      userIds: [],
      deviceIds: [],
      groupIds: [],
      parentGroupIds: ['above'],
    });
    expect(withThings([above], [above, beside], 2)).toEqual({ things: [above, beside], left: 0 });
    expect(withThings([above], [above, beside], 1)).toEqual({ things: [above], left: 1 });
  });
});

describe('the history', () => {
  test('of lists it says what came and what went, and counts the rest', () => {
    const many = Array.from({ length: 12 }, (_, at) => `u${at}`);
    expect(changeLines(t, groupHistory, { userIds: { before: [], after: many } }, String)).toEqual([
      `Members: ${many.slice(0, 10).join(', ')} and 2 more added`,
    ]);
    expect(changeLines(t, groupHistory, { tagNames: { before: ['a', 'b'], after: ['b', 'c'] } }, String)).toEqual([
      'Tags: c added',
      'Tags: a removed',
    ]);
  });
});

import { expect, test } from 'vitest';
import { mappedBy } from './mapping-values.ts';

const mapping = {
  mappedFields: [
    { claim: 'dept', field: 'department' },
    { claim: 'cost', field: 'extensionAttribute1' },
  ],
  mappedGroups: [
    { claim: 'groups', value: 'sales', group: 'g1' },
    { claim: 'groups', value: 'all', group: 'g2' },
    { claim: 'role', value: 'sales', group: 'g1' },
  ],
};

test.each([
  [{}, {}, []],
  [{ dept: ['Sales', 'Other'], cost: ['42'] }, { department: 'Sales', extensionAttribute1: '42' }, []],
  [{ dept: [' Sales '] }, { department: 'Sales' }, []],
  [{ dept: [''] }, {}, []],
  [{ dept: ['a\nb'] }, {}, []],
  [{ dept: ['a\u202eb'] }, {}, []],
  [{ dept: ['\ud800'] }, {}, []],
  [{ cost: ['x'.repeat(257)] }, {}, []],
  [{ groups: ['sales'] }, {}, ['g1']],
  [{ groups: ['Sales', 'sales '] }, {}, []],
  [{ groups: ['all', 'sales'], role: ['sales'] }, {}, ['g1', 'g2']],
])('%j', (said, fields, groups) => expect(mappedBy(mapping, said)).toEqual({ fields, groups }));

test('names of objects are no claims', () => {
  const mappedFields = [{ claim: 'constructor', field: 'department' }];
  expect(mappedBy({ mappedFields, mappedGroups: [] }, {}).fields).toEqual({});
});

import { describe, expect, test } from 'vitest';
import { bodyOf, changedFields, edited, type FormFields, withoutFields, withoutSaved } from './editing.ts';

type Draft = { name: string; tagNames: readonly string[]; item1?: string };
const form: FormFields<Draft> = {
  sent: (draft, field) => (field === 'tagNames' ? draft.tagNames : (draft[field]?.trim() ?? '')),
  nameOf: (field) => (field === 'item1' ? 'extensionAttributes.item1' : field),
};
const saved: Draft = { name: 'Sales', tagNames: ['b', 'a'] };
const nothing = { edits: {}, begun: {} };

describe('what is sent of a form', () => {
  test.each([
    [{}, {}],
    [{ name: ' Sales ' }, {}],
    [{ tagNames: ['A', 'b'] }, {}],
    [{ name: 'Other ' }, { name: 'Other' }],
    [
      { item1: 'x', tagNames: [] },
      { tagNames: [], extensionAttributes: { item1: 'x' } },
    ],
    [{ item1: ' ' }, {}],
  ] as [Partial<Draft>, object][])('%j: %j', (edits, body) => {
    const draft = { ...saved, ...edits };
    expect(bodyOf(form, draft, changedFields(form, saved, draft))).toEqual(body);
  });
});

describe('edits', () => {
  test('a field that is again as it was is edited no longer', () => {
    const typed = edited(nothing, { name: 'Sales ', tagNames: [] }, saved);
    expect(typed).toEqual({ edits: { name: 'Sales ', tagNames: [] }, begun: { name: 'Sales', tagNames: ['b', 'a'] } });
    // Another person saved meanwhile: it is again as it was when the edit began.
    const back = edited(typed, { name: 'Sales', tagNames: ['b', 'a'] }, { ...saved, name: 'Other' });
    expect(back).toEqual(nothing);
  });

  test('that were saved are gone; those typed meanwhile go on from what is saved now', () => {
    const sent = edited(nothing, { name: 'One', tagNames: [] }, saved);
    const now = edited(sent, { name: 'Two' }, saved);
    expect(withoutSaved(sent, sent.edits, { ...saved, name: 'One', tagNames: [] })).toEqual(nothing);
    expect(withoutSaved(now, sent.edits, { ...saved, name: 'ONE', tagNames: [] })).toEqual({
      edits: { name: 'Two' },
      begun: { name: 'ONE' },
    });
    expect(withoutFields(sent, ['name'])).toEqual({ edits: { tagNames: [] }, begun: { tagNames: ['b', 'a'] } });
  });
});

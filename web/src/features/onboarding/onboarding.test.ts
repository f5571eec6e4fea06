import { describe, expect, test } from 'vitest';
import { mailAddress } from './mails/mail-search.ts';
import { insertAt } from '../../base/mail-texts/insert-at.ts';
import { showMail } from '../../base/mail-texts/show-mail.ts';
import { daysMistake, domainMistake, domainsIn, seatsMistake } from './urls/form.ts';

describe('domains as they are typed', () => {
  test.each([
    ['', [], undefined],
    ['Example.com', ['example.com'], undefined],
    ['a.example, @b.example;c.example\nA.example', ['a.example', 'b.example', 'c.example'], undefined],
    ['a.example、b', ['a.example', 'b'], 'b'],
    ['taro@a.example', ['taro@a.example'], 'taro@a.example'],
  ])('%j', (typed, domains, mistake) => {
    expect(domainsIn(typed)).toEqual(domains);
    expect(domainMistake(typed)).toEqual(mistake && { wrong: mistake });
  });

  test('at most fifty', () => {
    const many = Array.from({ length: 51 }, (_, at) => `d${at}.example`).join(',');
    expect(domainMistake(many)).toEqual({ tooMany: 50 });
  });
});

test.each([
  ['1', undefined],
  ['100000', undefined],
  ['100001', true],
  ['0', true],
  ['007', true],
  ['', true],
])('%j places', (typed, mistake) => expect(seatsMistake(typed)).toBe(mistake));

test.each([
  ['366', undefined],
  ['367', true],
])('%j days', (typed, mistake) => expect(daysMistake(typed)).toBe(mistake));

test('the address of the list is read without nonsense, and another filter begins at the first page', () => {
  const cursor = '0193f7c2-5d1e-7a44-8000-000000000000';
  expect(mailAddress.read({ keyword: ' a ', state: 'opened', cursor: `-${cursor}`, count: '50', sendId: 'x' })).toEqual(
    {
      keyword: 'a',
      state: 'opened',
      cursor: `-${cursor}`,
      count: 50,
    },
  );
  expect(mailAddress.read({ state: 'lost', cursor: 'x', count: 20 })).toEqual({});
  expect(mailAddress.changed({ keyword: 'a', cursor }, { state: 'expired' })).toEqual({
    keyword: 'a',
    state: 'expired',
  });
});

test('what is inserted stands where the caret was', () => {
  const box = document.createElement('textarea');
  box.value = 'Hello !';
  box.setSelectionRange(6, 6);
  expect(insertAt(box, '{{name}}')).toBe('Hello {{name}}!');
  expect(insertAt(box, '{{link}}', true)).toBe('Hello \n\n{{link}}\n\n!');
  box.value = 'Hello\n\n';
  box.setSelectionRange(7, 7);
  expect(insertAt(box, '{{link}}', true)).toBe('Hello\n\n{{link}}');
  box.value = '';
  expect(insertAt(box, '{{link}}', true)).toBe('{{link}}');
});

test('a mail is shown without anything that does something', () => {
  const place = document.createElement('div');
  const html =
    '<html><head><style>p{}</style></head><body><h1>Title</h1><script>x()</script><p style="color:red" onclick="x()">Hi <a href="https://evil.example/">there</a></p></body></html>';
  showMail(place, html);
  const shown = place.shadowRoot?.innerHTML ?? '';
  expect(shown).toContain('Title');
  expect(shown).toContain('there');
  expect(shown).not.toMatch(/script|onclick|href|<h1|<style/);
  showMail(place, '<p>Again</p>');
  expect(place.shadowRoot?.textContent).toBe('Again');
});

import { describe, expect, test } from 'vitest';
import { languages, offeredLanguages } from '#contract/languages.ts';
import { type GuideBlock, type GuideId, type GuidePiece, guides } from '#contract/site/guides.ts';
import { offences } from './glossary.ts';
import { GuideError, guideFailures, loadGuide, readGuide } from './guides.ts';

const read = (body: string) => readGuide('password-policy', 'en', `Search: one, two words\n\n${body}`);

describe('reading a guide', () => {
  test('gives title, first sentence, words to search by and blocks', () => {
    const { guide, entry } = read(
      '# A & B\n\nFirst & *one*.'.replace('*one*', '**one**. Second, by `code` and [a page](/portal/users)') +
        '\n\n## Head\n\n- a\n- b\n\n1. c\n\n| h |\n|---|\n| x |\n',
    );
    expect(entry).toEqual({
      id: 'password-policy',
      title: 'A & B',
      lead: 'First & one.',
      search: ['one', 'two words'],
    });
    expect(guide.blocks).toEqual([
      {
        paragraph: [
          'First & ',
          { strong: ['one'] },
          '. Second, by ',
          { code: 'code' },
          ' and ',
          { link: '/portal/users', words: ['a page'] },
          '.',
        ],
      },
      { heading: ['Head'] },
      { list: [['a'], ['b']], ordered: false },
      { list: [['c']], ordered: true },
      { table: { head: [['h']], rows: [[['x']]] } },
    ]);
  });

  test.each([
    ['markup', '# T\n\nA <b>word</b>.'],
    ['a block of markup', '# T\n\nWords.\n\n<script>1</script>'],
    ['an image', '# T\n\n![x](/portal/x.png)'],
    ['a link that leads outside', '# T\n\n[x](https://example.com/)'],
    ['a link that runs a script', '# T\n\n[x](javascript:alert)'],
    ['a link to another host', '# T\n\n[x](//example.com/)'],
    ['no title', 'Words.'],
    ['no first paragraph', '# T\n\n- a'],
    ['a third level', '# T\n\nWords.\n\n### H'],
  ])('refuses %s', (_, body) => {
    expect(() => read(body)).toThrow(GuideError);
  });

  test('refuses a file without words to search by', () => {
    expect(() => readGuide('password-policy', 'en', '# T\n\nWords.')).toThrow(GuideError);
  });
});

test.each(offeredLanguages)('every guide is there and readable: %s', (language) => {
  expect(guideFailures(language)).toEqual([]);
});

/** What a line says. Code is the same in every language (see below), so a letter stands for it. */
const said = (line: readonly GuidePiece[]): string =>
  line
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      if ('code' in piece) return 'x';
      return said('strong' in piece ? piece.strong : piece.words);
    })
    .join('');

const codeIn = (line: readonly GuidePiece[]): string[] =>
  line.flatMap((piece) => {
    if (typeof piece === 'string') return [];
    if ('code' in piece) return [piece.code];
    return codeIn('strong' in piece ? piece.strong : piece.words);
  });

function linesOf(block: GuideBlock): GuidePiece[][] {
  if ('heading' in block) return [block.heading];
  if ('paragraph' in block) return [block.paragraph];
  return 'list' in block ? block.list : [block.table.head, ...block.table.rows].flat();
}

const linesOfGuide = (id: GuideId, language: string) => loadGuide(id, language).guide.blocks.flatMap(linesOf);

test.each(languages.filter((language) => guideFailures(language).length === 0))(
  'every guide has the code of the English one, and no words of its own as code: %s',
  (language) => {
    const code = (spoken: string) => guides.map((id) => [id, linesOfGuide(id, spoken).flatMap(codeIn).sort()]);
    expect(code('en').flat(2).length).toBeGreaterThan(150);
    expect(code(language)).toEqual(code('en'));
  },
);

test('a word outside of code is held to the glossary, also in bold and in a link; code is not', () => {
  const found = (body: string) =>
    read(`# T\n\nWords.\n\n${body}`).guide.blocks.flatMap((block) =>
      linesOf(block).flatMap((line) => offences('de', 'guides', 'text', said(line))),
    );
  expect(found('Das `login` hier.')).toEqual([]);
  for (const words of ['Das Login hier.', 'Das **Login** hier.', 'Das [Login](/portal/users) hier.', '- Das Login `x`'])
    expect(found(words)).toHaveLength(1);
});

test.each(offeredLanguages)('every guide is written in the words of the glossary: %s', (language) => {
  const lines = guides.flatMap((id) => {
    return [loadGuide(id, language).guide.title, ...linesOfGuide(id, language).map(said)].map((line) => ({ id, line }));
  });
  expect(lines.length).toBeGreaterThan(300);
  expect(lines.flatMap(({ id, line }) => offences(language, 'guides', 'text', line).map((what) => [id, what]))).toEqual(
    [],
  );
});

test('a language without guides has all of them missing, and shows those in English', () => {
  const none = 'xx';
  expect(guideFailures(none)).toHaveLength(guides.length);
  expect(loadGuide('password-policy', none).guide).toMatchObject({ language: 'en', title: 'Password policy' });
});

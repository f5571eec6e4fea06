import { describe, expect, test } from 'vitest';
import { offeredLanguages } from '#contract/languages.ts';
import { type GuideBlock, type GuidePiece, guides } from '#contract/site/guides.ts';
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

const said = (line: readonly GuidePiece[]): string =>
  line
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      if ('code' in piece) return piece.code;
      return said('strong' in piece ? piece.strong : piece.words);
    })
    .join('');

function linesOf(block: GuideBlock): GuidePiece[][] {
  if ('heading' in block) return [block.heading];
  if ('paragraph' in block) return [block.paragraph];
  return 'list' in block ? block.list : [block.table.head, ...block.table.rows].flat();
}

test.each(offeredLanguages)('every guide is written in the words of the glossary: %s', (language) => {
  const lines = guides.flatMap((id) => {
    const { title, blocks } = loadGuide(id, language).guide;
    return [title, ...blocks.flatMap(linesOf).map(said)].map((line) => ({ id, line }));
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

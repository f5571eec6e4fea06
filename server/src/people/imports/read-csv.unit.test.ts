import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { csvForm, readCsv } from './read-csv.ts';

async function read(text: string, pieceBytes: number, kind: 'format' | 'directory' = 'format'): Promise<string[][]> {
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const found: string[][] = [];
  for await (const rows of readCsv(pieces(), { kind, encoding: 'utf-8', delimiter: ',' }, 2)) {
    for (const { row, cells } of rows) found.push([String(row), ...cells]);
  }
  return found;
}

const isBlank = (cells: string[]) => cells.every((cell) => cell.trim() === '') || (cells[0] ?? '').startsWith('#');

it('in a directory somebody may be called by a number sign, and empty lines are none', async () => {
  const rows = [
    ['2', '#1 Sato', 'Mei'],
    ['5', 'Ito', 'Ken'],
  ];
  expect(await read('h,i\n#1 Sato,Mei\n,\n\nIto,Ken', 7, 'directory')).toEqual(rows);
  expect(await read('h,i\n"#1 Sato",Mei\n,\n\nIto,Ken', 7, 'directory')).toEqual(rows);
});

describe('what is split at the ends of lines is what the parser reads', () => {
  it.each([
    ['one line end', 'h,i\na,1\nb,2'],
    ['a last line end', 'h,i\na,1\nb,2\n'],
    ['CRLF', 'h,i\r\na,1\r\nb,2\r\n'],
    ['carriage returns', 'h,i\ra,1\rb,2\r'],
    ['ends of every kind', 'h,i\r\na,1\rb,2\nc,3\n\rd,4\r\r\ne,5'],
    ['empty lines and explanations', 'h,i\n\n# said,so\n , \na,1\n\n'],
    ['ragged rows', 'h,i\na\nb,2,3\n,'],
    ['kanji, and signs beyond the basic plane', 'h,i\n山田,太郎\n𠮷野,家\n'],
    ['quotes from the start', '"h",i\n"a,b",1\n"c\nd","e""f"\n'],
    ['quotes later on', 'h,i\na,1\r\nb,2\nc,"3\n4"\nd,5\n'],
    ['a byte order mark', '\uFEFFh,i\na,1\n'],
  ])('%s', async (_name, text) => {
    const [, ...behindHeader] = parse(text, { ...csvForm, bom: true }).map((cells, at) => [String(at + 1), ...cells]);
    const wanted = behindHeader.filter(([, ...cells]) => !isBlank(cells));
    for (const pieceBytes of [1, 2, 3, 7, 1000]) expect(await read(text, pieceBytes)).toEqual(wanted);
  });

  it('a line that does not end is refused, quoted or not', async () => {
    for (const quote of ['', '"']) {
      const text = `h,i\na,${quote}${'x'.repeat(2_000_000)}${quote}\n`;
      await expect(read(text, 50_000)).rejects.toMatchObject({ id: 'file_not_csv' });
    }
    expect(await read(`h,i\na,${'x'.repeat(1_400_000)}\nb,2\n`, 50_000)).toHaveLength(2);
  });
});

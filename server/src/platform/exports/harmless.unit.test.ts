import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { csvLine, writtenLine } from '../../people/imports/write-csv.ts';
import { harmless, withoutHarmless } from './harmless.ts';

const [cellOf, writtenCellOf] = [csvLine, writtenLine].map(
  (line) => (text: string) => parse(line([text]))[0]?.[0] ?? '',
) as [(text: string) => string, (text: string) => string];

describe('a cell that a spreadsheet would run', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+81', "'+81"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['＝1＋1', "'＝1＋1"],
    ['＋81', "'＋81"],
    ['－1', "'－1"],
    ['＠本社', "'＠本社"],
    ["'=1", "''=1"],
    ["''＝1", "'''＝1"],
    ["'s", "'s"],
    ['a=1', 'a=1'],
    ['–1', '–1'],
    ['', ''],
  ])('%j is exported as %j and read again as it was', (text, cell) => {
    expect([cellOf(text), withoutHarmless(cell)]).toEqual([cell, text]);
  });

  it('that a person wrote is kept from running, and what was kept stays', () => {
    expect(['=1', "'=1", '＝1', "'＝1", 'x'].map(writtenCellOf)).toEqual(["'=1", "'=1", "'＝1", "'＝1", 'x']);
  });

  it('begins as PostgreSQL is told, and with nothing else', () => {
    const all = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code));
    // What is ASCII, or a form of it.
    const likely = all.filter((one) => (one.normalize('NFKC').codePointAt(0) ?? 0) < 0x80);
    const run = likely.filter((one) =>
      writtenLine([`${one}x`])
        .replace(/^"/, '')
        .startsWith(`'${one}x`),
    );
    const [, told = ''] = /^case when ascii\(t\) in \(([\d, ]+), 39\)/.exec(harmless('t')) ?? [];
    expect(run.map((one) => String(one.charCodeAt(0))).sort()).toEqual(told.split(', ').sort());
  });

  it('is harmless in a line', () => {
    expect(csvLine(['＝a,b', "'=x"])).toBe(`"'＝a,b",''=x\r\n`);
    expect(writtenLine(['＝a,b', "'=x"])).toBe(`"'＝a,b",'=x\r\n`);
  });
});

import { describe, expect, it } from 'vitest';
import { csvLine, writtenLine } from '../user-imports/write-csv.ts';
import { harmlessCell, harmlessText, withoutHarmless } from './harmless.ts';

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
    expect([harmlessText(text), withoutHarmless(cell)]).toEqual([cell, text]);
  });

  it('that a person wrote is kept from running, and what was kept stays', () => {
    expect(['=1', "'=1", '＝1', "'＝1", 'x'].map(harmlessCell)).toEqual(["'=1", "'=1", "'＝1", "'＝1", 'x']);
  });

  it('is harmless in a line', () => {
    expect(csvLine(['＝a,b', "'=x"])).toBe(`"'＝a,b",''=x\r\n`);
    expect(writtenLine(['＝a,b', "'=x"])).toBe(`"'＝a,b",'=x\r\n`);
  });
});

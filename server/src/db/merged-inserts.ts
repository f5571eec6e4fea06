import type { Statement } from './one-message.ts';

const VALUES = /^(insert into "\w+" \([^()]*\) values )\(([$\d, ]+)\)( \/\* behind \*\/)?$/;

/** Rows of one insert at the most: each number of them is a statement of its own, which a connection plans once. */
const MOST = 8;

const isKnown = new Map<string, boolean>();
const MOST_KNOWN = 1000;

/** Whether an insert can be one of several rows. */
export function isMergeable(text: string): boolean {
  const known = isKnown.get(text);
  if (known !== undefined) return known;
  const is = VALUES.test(text);
  if (isKnown.size < MOST_KNOWN) isKnown.set(text, is);
  return is;
}

const merged = new Map<string, string>();

/** The same insert for so many rows. */
function ofRows(text: string, rows: number): string {
  const key = `${rows} ${text}`;
  const known = merged.get(key);
  if (known !== undefined) return known;
  const [, head = '', one = '', tail = ''] = VALUES.exec(text) ?? [];
  const width = one.split(',').length;
  const row = (n: number) => `(${one.replace(/\$(\d+)/g, (_, at: string) => `$${Number(at) + n * width}`)})`;
  const made = `${head}${Array.from({ length: rows }, (_, n) => row(n)).join(', ')}${tail}`;
  merged.set(key, made);
  return made;
}

/** Statements that have a name, with the same inserts of one row each that stand beside each other as one. */
export function mergeInserts(statements: readonly Statement[]): Statement[] {
  const made: Statement[] = [];
  for (let at = 0; at < statements.length; ) {
    const { name, text, values } = statements[at] as Statement;
    let end = at + 1;
    if (isMergeable(text)) while (end < at + MOST && statements[end]?.text === text) end += 1;
    const rows = end - at;
    if (rows === 1) made.push({ name, text, values });
    else {
      const all = statements.slice(at, end).flatMap(({ values: own }) => own);
      made.push({ name: `${name}_of_${rows}`, text: ofRows(text, rows), values: all });
    }
    at = end;
  }
  return made;
}

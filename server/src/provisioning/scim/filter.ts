import { bad } from './refusal.ts';

/** Filters of RFC 7644 section 3.4.2.2, read to a tree. What names mean is asked elsewhere. */
export type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';
export type FilterValue = string | number | boolean | null;
export type Filter =
  | { is: 'and' | 'or'; parts: Filter[] }
  | { is: 'not'; part: Filter }
  | { is: 'present'; path: string }
  | { is: 'compare'; path: string; how: Comparison; value: FilterValue }
  | { is: 'entry'; path: string; part: Filter };

export const MAX_FILTER_LENGTH = 4096;
const MAX_DEPTH = 20;
const MAX_TERMS = 100;

const comparisons = new Set(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le']);
const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([A-Za-z$_][\w$.:-]*)|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?))/y;

type Token = { kind: 'sign' | 'text' | 'word' | 'number'; text: string };

function tokensOf(filter: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (filter.slice(at).trim() !== '') {
    TOKEN.lastIndex = at;
    const [all, sign, text, word, number] = TOKEN.exec(filter) ?? [];
    if (all === undefined) throw bad('invalidFilter', `The filter cannot be read from character ${at + 1}.`);
    at += all.length;
    if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else if (text !== undefined) tokens.push({ kind: 'text', text });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else tokens.push({ kind: 'number', text: number ?? '' });
  }
  return tokens;
}

/** Throws `invalidFilter`, also for one that is too long, too deep, or of too many terms. */
export function parseFilter(filter: string): Filter {
  if (filter.length > MAX_FILTER_LENGTH) throw bad('invalidFilter', 'The filter is too long.');
  const reader = new Reader(tokensOf(filter));
  const read = reader.either(0);
  if (!reader.isAtEnd) throw bad('invalidFilter', 'The filter goes on where it should end.');
  return read;
}

class Reader {
  #at = 0;
  #terms = 0;
  readonly #tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  #isWord(word: string): boolean {
    const token = this.#tokens[this.#at];
    return token?.kind === 'word' && token.text.toLowerCase() === word;
  }

  #isSign(sign: string): boolean {
    const token = this.#tokens[this.#at];
    return token?.kind === 'sign' && token.text === sign;
  }

  #take(sign: string): void {
    if (!this.#isSign(sign)) throw bad('invalidFilter', `The filter lacks a ${sign}.`);
    this.#at += 1;
  }

  either(depth: number): Filter {
    return this.#joined('or', () => this.#joined('and', () => this.#one(depth)));
  }

  #joined(is: 'and' | 'or', next: () => Filter): Filter {
    const first = next();
    const parts = [first];
    while (this.#isWord(is)) {
      this.#at += 1;
      parts.push(next());
    }
    return parts.length === 1 ? first : { is, parts };
  }

  #one(depth: number): Filter {
    if (depth > MAX_DEPTH) throw bad('invalidFilter', 'The filter is nested too deep.');
    if (this.#isSign('(')) return this.#within('(', ')', depth);
    const token = this.#tokens[this.#at];
    if (this.#isWord('not') && this.#tokens[this.#at + 1]?.text === '(') {
      this.#at += 1;
      return { is: 'not', part: this.#within('(', ')', depth) };
    }
    if (token?.kind !== 'word') throw bad('invalidFilter', 'The filter lacks an attribute.');
    this.#at += 1;
    this.#terms += 1;
    if (this.#terms > MAX_TERMS) throw bad('invalidFilter', 'The filter has too many terms.');
    if (this.#isSign('[')) return { is: 'entry', path: token.text, part: this.#within('[', ']', depth) };
    return this.#compared(token.text);
  }

  #within(open: string, close: string, depth: number): Filter {
    this.#take(open);
    const part = this.either(depth + 1);
    this.#take(close);
    return part;
  }

  #compared(path: string): Filter {
    const operator = this.#tokens[this.#at];
    const how = operator?.kind === 'word' ? operator.text.toLowerCase() : '';
    this.#at += 1;
    if (how === 'pr') return { is: 'present', path };
    if (!comparisons.has(how)) throw bad('invalidFilter', `The filter lacks an operator after ${path}.`);
    const value = readValue(this.#tokens[this.#at]);
    this.#at += 1;
    return { is: 'compare', path, how: how as Comparison, value };
  }
}

function readValue(token: Token | undefined): FilterValue {
  const word = token?.kind === 'word' ? token.text.toLowerCase() : '';
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'null') return null;
  if (token?.kind === 'number') return Number(token.text);
  if (token?.kind !== 'text') throw bad('invalidFilter', 'The filter lacks a value.');
  try {
    return JSON.parse(token.text) as string;
  } catch {
    throw bad('invalidFilter', 'A text of the filter cannot be read.');
  }
}

import { allowedProperties, isHarmless, placesIn } from './svg-allowed.ts';

type Say = (what: string) => void;

/** Keeps the drawing declarations of a `style` attribute or rule. */
export function cleanDeclarations(text: string, removed: Say): string {
  const kept: string[] = [];
  for (const declaration of text.split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    if (name === '') {
      if (declaration.trim() !== '') removed('style');
    } else if (allowedProperties.has(name) && isHarmless(value)) kept.push(`${name}:${value}`);
    // Vendor properties begin with a hyphen and are removed without a report.
    else if (!name.startsWith('-')) removed(isHarmless(value) ? name : `${name}: ${value.slice(0, 40)}`);
  }
  return kept.join(';');
}

/** A rule with the references of its declarations. */
export interface Rule {
  selector: string;
  declarations: string;
  places: string[];
}

const SELECTOR = /^[\w\s.#,:>*+~-]+$/;

/** Keeps the rules of a style sheet with plain selectors and drawing declarations; removes at-rules. */
export function cleanRules(text: string, removed: Say): Rule[] {
  const rules: Rule[] = [];
  for (const { prelude, body } of blocksOf(withoutComments(text))) {
    // Text before a selector that ends with a semicolon is a rule without a block, such as an import.
    const statements = prelude.split(';').map((statement) => statement.trim());
    const selector = statements.pop() ?? '';
    for (const statement of statements) if (statement !== '') removed(statement.slice(0, 40));
    if (selector === '' && body === '') continue;
    if (!SELECTOR.test(selector) || body.includes('{')) {
      removed(selector.slice(0, 40) || 'style');
      continue;
    }
    const declarations = cleanDeclarations(body, removed);
    if (declarations !== '') rules.push({ selector, declarations, places: placesIn(declarations) });
  }
  return rules;
}

function withoutComments(text: string): string {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf('/*', at);
    if (start < 0) return [...kept, text.slice(at)].join(' ');
    kept.push(text.slice(at, start));
    const end = text.indexOf('*/', start + 2);
    if (end < 0) return kept.join(' ');
    at = end + 2;
  }
}

/** Splits into prelude and body of each block, nested blocks included. Reads each character once. */
function blocksOf(text: string): { prelude: string; body: string }[] {
  const blocks: { prelude: string; body: string }[] = [];
  let depth = 0;
  let begin = 0;
  let open = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '{') {
      if (depth === 0) open = at;
      depth += 1;
    } else if (text[at] === '}' && depth > 0) {
      depth -= 1;
      if (depth > 0) continue;
      blocks.push({ prelude: text.slice(begin, open), body: text.slice(open + 1, at) });
      begin = at + 1;
    }
  }
  return [...blocks, { prelude: `${text.slice(begin, depth > 0 ? open : undefined)};`, body: '' }];
}

/** Elements that rules point to, by names in their selectors. Overestimates: combinators are ignored. */
export function placesByMention(rules: readonly Rule[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { selector, places } of rules) {
    if (places.length === 0) continue;
    for (const mention of new Set(selector.match(/[.#]?[\w-]+|\*/g)))
      found.set(mention, [...(found.get(mention) ?? []), ...places]);
  }
  return found;
}

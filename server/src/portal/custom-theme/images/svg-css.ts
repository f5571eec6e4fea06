import { allowedProperties, isHarmless, placesIn } from './svg-allowed.ts';

type Say = (what: string) => void;

/** The declarations of a `style` attribute or a rule that only draw. */
export function cleanDeclarations(text: string, removed: Say): string {
  const kept: string[] = [];
  for (const declaration of text.split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    if (name === '') {
      if (declaration.trim() !== '') removed('style');
    } else if (allowedProperties.has(name) && isHarmless(value)) kept.push(`${name}:${value}`);
    // Programs write properties of their own with a hyphen in front.
    else if (!name.startsWith('-')) removed(isHarmless(value) ? name : `${name}: ${value.slice(0, 40)}`);
  }
  return kept.join(';');
}

/** A rule, and what its elements refer to by it. */
export interface Rule {
  selector: string;
  declarations: string;
  places: string[];
}

const SELECTOR = /^[\w\s.#,:>*+~-]+$/;

/** The rules of a style sheet: plain selectors and declarations that only draw; no rule with an `@`. */
export function cleanRules(text: string, removed: Say): Rule[] {
  const rules: Rule[] = [];
  const plain = text.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/@[\w-]+[^{};]*(;|(?=\{))/g, (rule) => {
    removed(rule.trim().slice(0, 40));
    return ' ';
  });
  for (const [, selector = '', body = ''] of plain.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
    const declarations = cleanDeclarations(body, removed);
    if (!SELECTOR.test(selector.trim())) removed('style');
    else if (declarations !== '')
      rules.push({ selector: selector.trim(), declarations, places: placesIn(declarations) });
  }
  return rules;
}

/** Whether a rule may be about an element: told generously, by any of its names standing in the selector. */
export function mayApply({ selector }: Rule, { name, id, classes }: { name: string; id: string; classes: string[] }) {
  const mentioned = new Set(selector.match(/[.#]?[\w-]+|\*/g));
  return (
    mentioned.has('*') ||
    mentioned.has(name) ||
    mentioned.has(`#${id}`) ||
    classes.some((one) => mentioned.has(`.${one}`))
  );
}

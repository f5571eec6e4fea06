import type { Values } from './command.ts';

/**
 * What was typed once a language or region: `--name "en=Print Flow" --name "ja=プリントフロー"`. A value without a key
 * goes to the one that stands in for all others. Undefined when nothing was typed.
 */
export function byKey(given: Values[string], fallback: string): Record<string, string> | undefined {
  if (!Array.isArray(given)) return undefined;
  return Object.fromEntries(
    given.map((typed) => {
      const [, key, value] = /^([a-z]{2}(?:-[A-Z]{2})?|default)=(.*)$/s.exec(typed) ?? [];
      return key && value !== undefined ? [key, value] : [fallback, typed];
    }),
  );
}

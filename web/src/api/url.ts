export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];

/** Fills `{name}` in a path and puts the query behind it; what is undefined or null is left out, lists are repeated. */
export function urlOf(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, QueryValue> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one));
    }
  }
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

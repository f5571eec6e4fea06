import type { RouteDefinition } from '#contract/route.ts';
import type { Tools } from '../tools.ts';

/**
 * Returns the methods of an address that was called with another one (RFC 9110 section 15.5.6): none if it is not in
 * the contract or belongs to a disabled feature.
 */
export function createMethodGuide(tools: Tools, routes: readonly RouteDefinition[]) {
  const known = [...Map.groupBy(routes, ({ path }) => path)].map(([path, ofPath]) => ({
    matches: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    ofPath,
  }));
  return async (url: string): Promise<string[]> => {
    const path = url.split('?')[0] ?? '';
    const candidates = known.filter(({ matches }) => matches.test(path)).flatMap(({ ofPath }) => ofPath);
    const methods = new Set<string>();
    for (const { method, toggle } of candidates) {
      if (toggle && !(await tools.isToggleActive(toggle, null))) continue;
      methods.add(method);
      if (method === 'GET') methods.add('HEAD');
    }
    return [...methods].sort();
  };
}

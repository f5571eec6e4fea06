import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type ErrorId, fail } from '#contract/errors.ts';
import type { RouteDefinition } from '#contract/route.ts';

/**
 * Parses params, query and body by the route's contract. Throws `not_found` for impossible IDs and `invalid_params`
 * with each invalid field.
 */
export function readInput(route: RouteDefinition, request: FastifyRequest) {
  const problems: { id: ErrorId; field?: string }[] = [];
  const read = (schema: z.ZodType | undefined, value: unknown) => {
    if (!schema) return undefined;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) {
      const field = issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path.join('.');
      const named = field ? { field: field.slice(0, 100) } : {};
      // A value may break several rules; its field is listed once.
      if (!problems.some((problem) => problem.field === named.field)) problems.push({ id: 'invalid_params', ...named });
    }
    return undefined;
  };
  const params = read(route.params, request.params);
  // No ID contains NUL, which the database would not even accept as a parameter.
  if (Object.values(request.params as Record<string, string>).some((value) => value.includes('\0')))
    throw fail('not_found');
  // Impossible IDs are answered like unknown ones.
  if (problems.length > 0) throw fail('not_found');
  const query = read(route.query, request.query);
  const body = read(route.body, request.body);
  const [first, ...more] = problems;
  if (first) throw fail('invalid_params', { field: first.field, more: more.slice(0, 20) });
  return { params, query, body };
}

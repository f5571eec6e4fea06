import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type ErrorId, fail } from '#contract/errors.ts';
import type { RouteDefinition } from '#contract/route.ts';

/**
 * Params, query and body of a request as the route's contract has them. Throws `not_found` for ids that cannot exist
 * and `invalid_params` with each field that does not fit.
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
      // A value may break several rules; its field is named once.
      if (!problems.some((problem) => problem.field === named.field)) problems.push({ id: 'invalid_params', ...named });
    }
    return undefined;
  };
  const params = read(route.params, request.params);
  // No id holds a NUL, which the database would not even take as a question.
  if (Object.values(request.params as Record<string, string>).some((value) => value.includes('\0')))
    throw fail('not_found');
  // An id that cannot exist is answered like one that does not.
  if (problems.length > 0) throw fail('not_found');
  const query = read(route.query, request.query);
  const body = read(route.body, request.body);
  const [first, ...more] = problems;
  if (first) throw fail('invalid_params', { field: first.field, more: more.slice(0, 20) });
  return { params, query, body };
}

import { expect, test } from 'vitest';
import { z } from 'zod';
import { type RouteDefinition, route } from '#contract/route.ts';
import { openApi } from './openapi.ts';

const plain = { method: 'POST', path: '/x', operation: 'none', summary: 'x', response: null, errors: [] } as const;
const asks = { ...plain, method: 'GET' } as const;
const body = z.strictObject({ a: z.string() });
const statuses = (definition: RouteDefinition) => {
  const call = openApi([definition]).paths[definition.path]?.[definition.method.toLowerCase()];
  return Object.keys((call as { responses: object }).responses).map(Number);
};

test.each<[string, RouteDefinition, number[]]>([
  ['anybody who asks', route({ ...asks, access: 'public' }), [204, 500, 503]],
  ['anybody who asks for something', route({ ...asks, access: 'public', query: body }), [204, 400, 500, 503]],
  ['anybody who sends nothing', route({ ...plain, access: 'public' }), [204, 400, 413, 415, 500, 503]],
  ['anybody who sends a body', route({ ...plain, access: 'public', body }), [204, 400, 413, 415, 500, 503]],
  ['our own pages', route({ ...plain, access: 'public', fromOwnPages: true }), [204, 400, 403, 413, 415, 500, 503]],
  ['a person with a right', route({ ...plain, access: 'me', body }), [204, 400, 401, 403, 413, 415, 500, 503]],
  ['a limited session', route({ ...asks, access: 'limited' }), [204, 400, 401, 403, 500, 503]],
  ['the operator', route({ ...asks, access: 'operator' }), [204, 401, 403, 429, 500, 503]],
  ['a device', route({ ...asks, access: 'device' }), [204, 401, 429, 500, 503]],
  ['ids', route({ ...asks, access: 'public', params: z.strictObject({ id: z.string() }) }), [204, 404, 500, 503]],
  [
    'its own refusals',
    route({ ...asks, access: 'public', errors: ['conflict', 'too_many_requests'] }),
    [204, 409, 429, 500, 503],
  ],
])('says what a call of %s is answered with', (_, definition, expected) => {
  expect(statuses(definition).sort((a, b) => a - b)).toEqual(expected);
});

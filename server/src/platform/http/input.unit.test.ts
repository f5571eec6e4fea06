import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isFailure } from '#contract/errors.ts';
import { route } from '#contract/route.ts';
import { readInput } from './input.ts';

const definition = route({
  ...{
    method: 'PUT',
    path: '/things/{id}',
    access: 'me',
    operation: 'update',
    event: 'tag.changed',
    summary: 'x',
    response: null,
    errors: [],
  },
  params: z.strictObject({ id: z.string().max(4) }),
  query: z.strictObject({ page: z.coerce.number().int().optional() }),
  body: z.strictObject({
    name: z
      .string()
      .min(2)
      .regex(/^[a-z]*$/),
    tags: z.array(z.string()).optional(),
  }),
});

const read = (given: { params?: object; query?: object; body?: unknown }, of = definition) =>
  readInput(of, { params: { id: 'a' }, query: {}, body: { name: 'abc' }, ...given } as FastifyRequest);

function refusal(given: Parameters<typeof read>[0]) {
  try {
    read(given);
  } catch (error) {
    if (!isFailure(error)) throw error;
    const { field, more = [] } = error.detail;
    return [error.id, field, ...more.map((one) => one.field)];
  }
  return null;
}

test('gives what the contract makes of it', () => {
  expect(read({ query: { page: '3' } })).toEqual({ params: { id: 'a' }, query: { page: 3 }, body: { name: 'abc' } });
  expect(read({ query: { page: '3' } }, route({ ...definition, query: undefined, body: undefined }) as never)).toEqual({
    params: { id: 'a' },
    query: undefined,
    body: undefined,
  });
});

const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`x${at}`, 1]));

test.each<[string, Parameters<typeof read>[0], unknown[]]>([
  ['an id that cannot be', { params: { id: 'abcde' } }, ['not_found', undefined]],
  ['an id that cannot be, and a wrong body', { params: { id: 'abcde' }, body: 1 }, ['not_found', undefined]],
  ['an id with a NUL', { params: { id: 'a\0' } }, ['not_found', undefined]],
  ['a wrong query', { query: { page: 'x' } }, ['invalid_params', 'page']],
  ['a field that nobody knows', { body: { name: 'abc', role: 'x' } }, ['invalid_params', 'role']],
  ['a value that breaks two rules', { body: { name: 'A' } }, ['invalid_params', 'name']],
  ['two fields', { query: { page: 'x' }, body: { name: 'A' } }, ['invalid_params', 'page', 'name']],
  ['a place in a list', { body: { name: 'abc', tags: ['a', 1] } }, ['invalid_params', 'tags.1']],
  ['no object at all', { body: 'text' }, ['invalid_params', undefined]],
  ['a long name', { body: { name: 'abc', ['y'.repeat(200)]: 1 } }, ['invalid_params', 'y'.repeat(100)]],
  ['many fields: the first of them', { body: { name: 'abc', ...many } }, ['invalid_params', 'x0']],
])('refuses %s', (_, given, expected) => {
  expect(refusal(given)).toEqual(expected);
});

test('names twenty-one fields at most', () => {
  expect(refusal({ body: { name: 'abc', tags: Array.from({ length: 50 }, () => 1) } })).toHaveLength(22);
});

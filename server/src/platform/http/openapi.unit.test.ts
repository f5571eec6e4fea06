import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type RouteDefinition, route } from '#contract/route.ts';
import { fail } from '#contract/errors.ts';
import { openApi, registerOpenApi } from './openapi.ts';
import { handle } from './serve.ts';

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

interface Described {
  parameters: object[];
  requestBody?: object;
  responses: Record<string, { description: string }>;
}

const callOf = (definition: RouteDefinition) =>
  openApi([definition]).paths[definition.path]?.[definition.method.toLowerCase()] as Described;

test('says what a call takes, from whom, and what it answers', () => {
  const query = z.strictObject({ count: z.string(), start: z.string().optional() });
  const params = z.strictObject({ id: z.string() });
  const response = z.object({ b: z.number() });
  const asked = callOf(route({ ...asks, access: 'me', path: '/x/{id}', params, query, response }));
  expect(asked).toMatchObject({ 'x-access': 'me', security: [{ bearer: [] }] });
  expect(asked.parameters).toMatchObject([
    { name: 'id', in: 'path', required: true },
    { name: 'count', in: 'query', required: true },
    { name: 'start', in: 'query', required: false },
  ]);
  expect(asked).not.toHaveProperty('requestBody');
  expect(asked.responses['200']).toMatchObject({
    content: { 'application/json': { schema: { properties: { b: { type: 'number' } } } } },
  });
  const sent = callOf(route({ ...plain, access: 'public', body }));
  expect(sent).not.toHaveProperty('security');
  expect(sent).toMatchObject({ parameters: [], requestBody: { required: true } });
  expect(sent.requestBody).toMatchObject({ content: { 'application/json': { schema: { required: ['a'] } } } });
  expect(sent.responses['204']).toEqual({ description: 'Done' });
  const uploaded = callOf(route({ ...plain, access: 'me', form: body }));
  expect(uploaded.requestBody).toMatchObject({
    content: { 'multipart/form-data': { schema: { required: ['a', 'file'], properties: { a: {}, file: {} } } } },
  });
  const downloaded = callOf(route({ ...asks, access: 'me', answersFile: 'text/csv' }));
  expect(downloaded.responses['200']).toEqual({ description: 'The file', content: { 'text/csv': {} } });
});

test.each<[RouteDefinition['access'], string | undefined]>([
  ['me', 'forbidden, mfa_not_authenticated'],
  ['limited', 'forbidden'],
  ['operator', 'forbidden'],
  ['public', undefined],
])('who may %s is told of a second factor where one may be due', (access, expected) => {
  expect(callOf(route({ ...asks, access })).responses['403']?.description).toBe(expected);
});

test('a path is called by more than one method', () => {
  const both = openApi([route({ ...asks, access: 'public' }), route({ ...plain, access: 'public' })]);
  expect(Object.keys(both.paths['/x'] ?? {})).toEqual(['get', 'post']);
});

describe('the description is given', () => {
  async function ask(admit?: (request: object) => Promise<void>) {
    const app = Fastify();
    app.setErrorHandler((_, __, reply) => reply.code(401).send([]));
    registerOpenApi(app, [handle(route({ ...asks, access: 'public' }), async () => undefined)], admit);
    const { body: before } = await app.inject('/api/openapi.json');
    const { statusCode, headers, body: text } = await app.inject('/api/openapi.json');
    await app.close();
    expect(text).toBe(before);
    return { statusCode, cache: headers['cache-control'], type: headers['content-type'], document: JSON.parse(text) };
  }
  const document = { openapi: '3.1.0', paths: { '/x': {} } };
  const type = 'application/json; charset=utf-8';

  test('to everybody', async () => {
    expect(await ask()).toMatchObject({ statusCode: 200, cache: 'public, max-age=300', type, document });
  });

  test('to who is admitted', async () => {
    expect(await ask(async () => {})).toMatchObject({ statusCode: 200, cache: 'private, no-cache', type, document });
  });

  test('to nobody else, and no refusal is kept', async () => {
    const refusing = async () => {
      throw fail('invalid_token');
    };
    expect(await ask(refusing)).toMatchObject({ statusCode: 401, cache: 'no-store', document: [] });
  });
});

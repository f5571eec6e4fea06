import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { errorCatalogue, type ErrorId } from '#contract/errors.ts';
import { callersOf } from '#contract/principals.ts';
import type { RouteDefinition } from '#contract/route.ts';
import type { Served } from './serve.ts';

/**
 * Generates the OpenAPI 3.1 document from the contract and serves it at `/api/openapi.json`, to everyone or, with
 * `admit`, to those for whom it does not throw.
 */
export function registerOpenApi(
  app: FastifyInstance,
  served: Served[],
  admit?: (request: FastifyRequest) => Promise<void>,
): void {
  let printed: string | undefined;
  app.get('/api/openapi.json', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    await admit?.(request);
    printed ??= JSON.stringify(openApi(served.map(({ route }) => route)));
    const cache = admit ? 'private, no-cache' : 'public, max-age=300';
    return reply.type('application/json; charset=utf-8').header('cache-control', cache).send(printed);
  });
}

/** The document as an object. */
export function openApi(routes: RouteDefinition[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describe(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Portico', version: '1', description: 'Identity and account management' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Errors: errorSchema },
    },
  };
}

const errorSchema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['message_id', 'message'],
    properties: {
      message_id: { enum: Object.keys(errorCatalogue) },
      message: { type: 'string' },
      field: { type: 'string' },
    },
  },
};

const json = (schema: z.ZodType, io: 'input' | 'output') => ({
  'application/json': { schema: z.toJSONSchema(schema, { io, unrepresentable: 'any' }) },
});

/** The fields of a form, then its file. */
function form(fields: z.ZodObject) {
  const shape = z.toJSONSchema(fields, { io: 'input', unrepresentable: 'any' });
  const properties = { ...shape.properties, file: { type: 'string', contentMediaType: 'application/octet-stream' } };
  const schema = { ...shape, properties, required: [...(shape.required ?? []), 'file'] };
  return { 'multipart/form-data': { schema } };
}

function done({ response, answersFile }: RouteDefinition) {
  if (answersFile) return { '200': { description: 'The file', content: { [answersFile]: {} } } };
  if (response) return { '200': { description: 'Done', content: json(response, 'output') } };
  return { '204': { description: 'Done' } };
}

/** Errors from before the handler runs: input, authentication and rights (`serve.ts`, `input.ts`). */
function sharedErrors({ method, access, proof, params, query, toggle, fromOwnPages }: RouteDefinition): ErrorId[] {
  const named = callersOf({ access }).includes('person');
  // A body is parsed even if none is expected; a header narrows the caller's rights.
  const takesBody = method !== 'GET';
  return [
    ...(query || takesBody || named ? (['invalid_params'] as const) : []),
    ...(access === 'public' ? [] : (['invalid_token'] as const)),
    ...(named || fromOwnPages || access === 'operator' ? (['forbidden'] as const) : []),
    ...(named && access !== 'limited' ? (['mfa_not_authenticated'] as const) : []),
    ...(proof ? (['reauthentication_required'] as const) : []),
    ...(params || toggle ? (['not_found'] as const) : []),
    ...(takesBody ? (['body_too_large', 'unsupported_media_type'] as const) : []),
    // Wrong operator tokens and device secrets are rate-limited by address.
    ...(access === 'operator' || access === 'device' ? (['too_many_requests'] as const) : []),
    'unknown_error',
    'service_unavailable',
  ];
}

function describe(route: RouteDefinition) {
  const statuses = new Map<number, string[]>();
  for (const id of new Set([...route.errors, ...sharedErrors(route)]))
    statuses.set(errorCatalogue[id], [...(statuses.get(errorCatalogue[id]) ?? []), id]);
  const refusals = [...statuses].map(([status, ids]) => [
    String(status),
    {
      description: ids.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } },
    },
  ]);
  return {
    summary: route.summary,
    'x-access': route.access,
    'x-operation': route.operation,
    ...(route.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...(route.body ? { requestBody: { required: true, content: json(route.body, 'input') } } : {}),
    ...(route.form ? { requestBody: { required: true, content: form(route.form) } } : {}),
    responses: {
      ...done(route),
      ...Object.fromEntries(refusals),
    },
  };
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query') {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

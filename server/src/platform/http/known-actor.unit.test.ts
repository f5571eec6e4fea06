import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { actorOf, namedTenant, noteActor } from './known-actor.ts';

test.each<[unknown, unknown, string | null]>([
  [{ tenantId: 'acme' }, undefined, 'acme'],
  [{ tenantId: 'acme' }, { tenantId: 'other' }, 'acme'],
  [{ uuid: 'x' }, { tenantId: 'acme' }, 'acme'],
  [{ tenantId: 'no tenant!' }, { tenantId: 'acme' }, 'acme'],
  [{}, { tenantId: 7 }, null],
  [{}, null, null],
  [undefined, 'acme', null],
  [{}, ['acme'], null],
])('a call with %j and %j names the tenant %j', (params, body, tenant) => {
  expect(namedTenant({ params, body } as FastifyRequest)).toBe(tenant);
});

test('a caller is known once they were noted', () => {
  const request = {} as FastifyRequest;
  expect(actorOf(request)).toBeNull();
  const actor = noteActor(request, { type: 'person', id: 'u', tenantId: 't' });
  actor.name = 'taro';
  expect(actorOf(request)).toEqual({ type: 'person', id: 'u', tenantId: 't', name: 'taro' });
});

import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { allRoutes } from '../../app.ts';
import { callersOf, rightOf } from '#contract/principals.ts';
import { authenticate, type Authenticator, keepPrincipal, keptPrincipal, type Principal } from './principal.ts';

const now = new Date('2026-05-01T12:00:00Z');
const principal = (name: string): Principal => ({
  tenantId: 'acme',
  actor: { type: 'person', id: name, name },
  permissions: new Set(),
  inGroups: new Map(),
  client: null,
  provedAt: null,
});
const request = (authorization?: string) => ({ headers: { authorization } }) as FastifyRequest;

function knowing(tokens: Record<string, string>, asked: string[] = []): Authenticator {
  const find: Authenticator['find'] = async (_, token) => {
    asked.push(token);
    const name = tokens[token];
    return name === undefined ? null : principal(name);
  };
  return { type: 'person', isBeforeBody: false, find };
}

test('the first authenticator that knows a token says whose it is', async () => {
  const [first, second] = [knowing({ a: 'anna', both: 'first' }), knowing({ b: 'ben', both: 'second' })];
  const who = async (token: string) =>
    (await authenticate([first, second], request(`Bearer ${token}`), now)).actor.name;
  expect([await who('a'), await who('b'), await who('both')]).toEqual(['anna', 'ben', 'first']);
});

test('a token that none knows, and none at all, are refused alike; without one nobody is asked', async () => {
  const asked: string[] = [];
  const all = [knowing({}, asked)];
  const refused = { id: 'invalid_token' };
  await expect(authenticate(all, request('Bearer x'), now)).rejects.toMatchObject(refused);
  for (const none of [undefined, '', 'x', 'Basic x', 'Bearer ', 'Bearer x y'])
    await expect(authenticate(all, request(none), now)).rejects.toMatchObject(refused);
  await expect(authenticate([], request('Bearer x'), now)).rejects.toMatchObject(refused);
  expect(asked).toEqual(['x']);
});

test('a caller that was found before the body is kept for it', () => {
  const own = request();
  expect(keptPrincipal(own)).toBeNull();
  keepPrincipal(own, principal('anna'));
  expect(keptPrincipal(own)?.actor.name).toBe('anna');
  expect(keptPrincipal(request())).toBeNull();
});

test('every call that asks who calls asks for a right, and every other for none', () => {
  const routes = allRoutes.map(({ route }) => route);
  expect(routes.filter((route) => (rightOf(route) === null) !== (callersOf(route).length === 0))).toEqual([]);
  expect(routes.filter((route) => rightOf(route) === null && route.access !== 'public')).toEqual([]);
});

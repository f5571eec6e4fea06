import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorScopes } from '#contract/principals.ts';
import { type ActorType, callersOf } from '#contract/principals.ts';
import type { RouteDefinition } from '#contract/route.ts';
import { allRoutes } from '#server/app.ts';
import { createOperatorToken } from '#server/operator/operator-tokens/operator-tokens.ts';
import { startTestApp, type TestApp } from './app.ts';
import { type Company, makeCompany, makeHolder, tokenOf } from './devices.ts';
import { makeClient } from './oauth.ts';
import { operatorAct } from './operator-act.ts';

/** Every call admits the kinds of callers that the contract names, and no token of another kind. */

let app: TestApp;
let place: Company;
const bearers: Record<string, { kind: ActorType; authorization: string }> = {};
const known = allRoutes.map(({ route }): RouteDefinition => route).filter(({ access }) => access !== 'public');

beforeAll(async () => {
  app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
  place = await makeCompany(app);
  const now = app.tools.clock();
  const scopes = [...operatorScopes];
  const operator = (await createOperatorToken(app.tools, operatorAct(now), { name: 'kinds', days: 1, scopes })).token;
  const devices = [{ serialId: 'of-kinds', deviceType: 'PorticoMfp' }];
  const path = `/api/operator/tenants/${place.tenant.tenantId}/devices`;
  const { enrolments } = (await app.call('POST', path, { token: operator, body: { reason: 'tests', devices } })).body;
  const { credential } = enrolments[0];
  const device = (await app.call('POST', '/api/auth/device/token', { body: { credential } })).body.accessToken;
  const { card } = await makeHolder(app, place);
  const atDevice = tokenOf(await place.device.signIn({ way: 'card', card }));
  const { clientId, secret } = await makeClient(app, place.tenant);
  const basic = Buffer.from(`${clientId}:${secret}`).toString('base64');
  bearers.administrator = { kind: 'person', authorization: `Bearer ${place.token}` };
  bearers['somebody at a device'] = { kind: 'person', authorization: `Bearer ${atDevice}` };
  bearers.device = { kind: 'device', authorization: `Bearer ${device}` };
  bearers['first secret'] = { kind: 'device', authorization: `Bearer ${credential}` };
  bearers.operator = { kind: 'operator', authorization: `Bearer ${operator}` };
  bearers.client = { kind: 'client', authorization: `Basic ${basic}` };
});
afterAll(() => app.close());

let calls = 0;
async function answerTo(route: RouteDefinition, authorization: string) {
  // Each from a network of its own, because wrong operator tokens are counted by network.
  calls += 1;
  const headers = { authorization, 'x-forwarded-for': `10.${calls >> 8}.${calls & 255}.1` };
  const path = route.path.replace(/\{(\w+)\}/g, (_, name) =>
    name === 'tenantId' ? place.tenant.tenantId : randomUUID(),
  );
  const answer = await app.call(route.method, path, { headers, ...(route.body && { body: {} }) });
  return [`${route.method} ${route.path}`, answer.status, answer.body?.[0]?.message_id];
}

describe.each(['administrator', 'somebody at a device', 'device', 'first secret', 'operator', 'client'])(
  '%s',
  (name) => {
    it('is nobody where others call', async () => {
      const { kind, authorization } = bearers[name] as (typeof bearers)[string];
      const foreign = known.filter((route) => !callersOf(route).includes(kind));
      expect(foreign.length).toBeGreaterThan(4);
      for (const route of foreign)
        expect(await answerTo(route, authorization)).toEqual([`${route.method} ${route.path}`, 401, 'invalid_token']);
    });
  },
);

it('somebody at a device changes nothing', async () => {
  const { authorization } = bearers['somebody at a device'] as (typeof bearers)[string];
  const changing = known.filter((route) => route.method !== 'GET' && callersOf(route).includes('person'));
  expect(changing.length).toBeGreaterThan(50);
  for (const route of changing)
    expect(await answerTo(route, authorization)).toEqual([`${route.method} ${route.path}`, 403, 'forbidden']);
});

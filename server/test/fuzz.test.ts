import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '#contract/errors.ts';
import type { Access, RouteDefinition } from '#contract/route.ts';
import { allRoutes } from '#server/app.ts';
import { openApi } from '#server/platform/http/openapi.ts';
import { startTestApp, type TestApp } from './app.ts';
import { makeDevice } from './devices.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from './factories.ts';
import {
  type Dice,
  dice,
  hostileBodies,
  hostileHeaders,
  hostileJson,
  hostileStrings,
  type RawAnswer,
  seededRandom,
  send,
} from './hostile.ts';
import { makeClient, type TestClient } from './oauth.ts';

/** Every call with hostile input (standards 13). FUZZ_CALLS raises the number, FUZZ_SEED repeats a run. */
const CALLS = Number(process.env.FUZZ_CALLS ?? 3000);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120);
const MOST_MILLIS = 5000;
const AT_ONCE = 8;
/** Nothing internal is revealed: no stack, no file, no message of the database. */
const INSIDE =
  /\bat \S+ \(|node:internal|node_modules|\.[cm]?[tj]s:\d|SQLSTATE|relation "|violates |syntax error|kysely|pg_catalog/i;

let app: TestApp;
let tenant: TestTenant;
let user: TestUser;
let tokens: Record<'user' | 'administrator', SignedIn>;
/** Tokens of a device, and of a user who signed in there. */
let atDevice: { device: string; person: string };
let client: TestClient;

async function signInBoth(): Promise<void> {
  user = await makeUser(app, tenant);
  const administrator = await makeUser(app, tenant, { roles: ['User', 'PowerUser'] });
  tokens = { user: await signIn(app, user), administrator: await signIn(app, administrator) };
  const { credential } = await makeDevice(app, tenant);
  const shown = await app.call('POST', '/api/auth/device/token', { body: { credential } });
  const device = shown.body.accessToken;
  const person = await app.call('POST', '/api/auth/device/login', {
    token: device,
    body: { way: 'userId', userId: user.userId, password: user.password },
  });
  atDevice = { device, person: person.body.accessToken };
}

beforeAll(async () => {
  app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
  tenant = await makeTenant(app);
  client = await makeClient(app, tenant);
  await signInBoth();
});
afterAll(() => app.close());

type Json = Record<string, unknown>;

/** A value that fits a JSON schema as far as the schema says; known names get existing values. */
function sample(name: string, schema: Json): unknown {
  const known: Json = {
    tenantId: tenant.tenantId,
    userId: user.userId,
    credentials: user.userId,
    password: user.password,
  };
  Object.assign(known, {
    loginMailAddress: user.mail,
    mailAddress: user.mail,
    clientId: client.clientId,
    uuid: user.uuid,
  });
  if (name in known) return known[name];
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if ('const' in schema) return schema.const;
  const first = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as Json[] | undefined;
  if (first?.[0]) return sample(name, first[0]);
  if (schema.format === 'uuid') return randomUUID();
  if (schema.format === 'date-time') return new Date().toISOString();
  if (schema.type === 'object') {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
    return Object.fromEntries(properties.map(([key, inner]) => [key, sample(key, inner)]));
  }
  if (schema.type === 'array') return [sample('', (schema.items ?? {}) as Json)];
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  return 'a1'.repeat(Math.max(1, Math.ceil(Number(schema.minLength ?? 4) / 2)));
}

const schemaOf = (type: z.ZodType) => z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Json;

/** A valid body with some fields replaced, added or left out; or something else altogether. */
function bodyOf(route: RouteDefinition, roll: Dice): string | undefined {
  if (!route.body || roll.chance(0.1)) return roll.pick(hostileBodies);
  const fitting = sample('', schemaOf(route.body)) as Json;
  const fields = Object.entries(fitting).map(([key, value]) => {
    if (roll.chance(0.08)) return '';
    const inner = value !== null && typeof value === 'object' && roll.chance(0.5);
    if (inner) {
      const parts = Object.entries(value).map(
        ([k, v]) => `${JSON.stringify(k)}:${roll.chance(0.4) ? roll.pick(hostileJson) : JSON.stringify(v)}`,
      );
      return `${JSON.stringify(key)}:${Array.isArray(value) ? `[${roll.pick(hostileJson)}]` : `{${parts}}`}`;
    }
    return `${JSON.stringify(key)}:${roll.chance(0.35) ? roll.pick(hostileJson) : JSON.stringify(value)}`;
  });
  if (roll.chance(0.15))
    fields.push(
      `"${roll.pick(['roles', 'status', '__proto__', 'constructor', 'tenantId', 'x'])}":${roll.pick(hostileJson)}`,
    );
  return `{${fields.filter(Boolean).join()}}`;
}

function pathOf(route: RouteDefinition, roll: Dice): string {
  const value = (name: string) => {
    if (roll.chance(0.35)) return encodeURIComponent(roll.pick(hostileStrings).toWellFormed()).slice(0, 4000) || '%20';
    const known: Record<string, string> = { tenantId: tenant.tenantId, userId: user.userId, clientId: client.clientId };
    return known[name] ?? randomUUID();
  };
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => value(name));
  const names = route.query ? Object.keys((schemaOf(route.query).properties ?? {}) as Json) : [];
  const asked = [...names, ...(roll.chance(0.1) ? ['__proto__', 'x'] : [])].filter(() => roll.chance(0.7));
  const query = asked.map((name) => {
    const text = encodeURIComponent(roll.pick(hostileStrings).toWellFormed()).slice(0, 3000);
    return roll.chance(0.1) ? `${name}=${text}&${name}=2` : `${name}${roll.pick(['=', '=', '[]=', '[a]='])}${text}`;
  });
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

const bytes = Array.from({ length: 250 }, (_, at) => at);

function headersOf(roll: Dice, hasBody: boolean, access?: Access): Record<string, string> {
  // From many addresses, so that limits by address do not hide what is behind them.
  const from = `10.${roll.pick(bytes)}.${roll.pick(bytes)}.${roll.pick(bytes)}`;
  const who = roll.pick(['none', 'user', 'user', 'administrator', 'administrator'] as const);
  const headers: Record<string, string> = { 'x-forwarded-for': from };
  if (hasBody) headers['content-type'] = 'application/json';
  if (who !== 'none') headers.authorization = `Bearer ${tokens[who].token}`;
  if (access === 'device' && roll.chance(0.9)) headers.authorization = `Bearer ${atDevice.device}`;
  if (access !== 'device' && roll.chance(0.1)) headers.authorization = `Bearer ${atDevice.person}`;
  if (roll.chance(0.2)) headers.cookie = tokens.user.cookie;
  if (roll.chance(0.25)) Object.assign(headers, Object.fromEntries([roll.pick(hostileHeaders)]));
  return headers;
}

interface Shot {
  /** The route of the contract that is called. */
  route?: RouteDefinition;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

const described = openApi(allRoutes.map(({ route }) => route)).paths;

/** Whether the API description lists this status for a call. */
function isDescribed({ path, method }: RouteDefinition, status: number): boolean {
  const call = described[path]?.[method.toLowerCase()] as { responses: Record<string, unknown> };
  return String(status) in call.responses;
}

const describeShot = ({ method, path, headers, body }: Shot) =>
  JSON.stringify({ method, path: path.slice(0, 200), headers, body: body?.slice(0, 300) }).replace(
    /Bearer [\w.-]+/,
    'Bearer …',
  );

/** Faults of an answer; empty if there are none. */
function faults(answer: RawAnswer, api: boolean): string[] {
  const wrong: string[] = [];
  // A full queue of password checks is an answer, not a fault.
  const busy = answer.status === 503 && answer.text.includes('"service_busy"');
  if (answer.status >= 500 && !busy) wrong.push(`status ${answer.status}`);
  if (answer.millis > MOST_MILLIS) wrong.push(`${Math.round(answer.millis)} ms`);
  if (INSIDE.test(answer.text)) wrong.push('tells of the inside');
  if (!answer.headers['x-request-id']) wrong.push('no x-request-id');
  if (answer.headers['x-content-type-options'] !== 'nosniff') wrong.push('no nosniff');
  if (!String(answer.headers['content-security-policy']).includes("frame-ancestors 'none'")) wrong.push('no policy');
  if (api && answer.status >= 400 && !isErrorObject(answer.text)) wrong.push('no error object');
  return wrong;
}

function isErrorObject(text: string): boolean {
  try {
    const entries = JSON.parse(text) as { message_id: string; message: string }[];
    return (
      entries.length > 0 && entries.every((entry) => entry.message_id in errorCatalogue && entry.message.length > 0)
    );
  } catch {
    return false;
  }
}

/** Fires shots, some at a time; returns those whose answer is at fault. */
async function fire(shots: Shot[], api: boolean): Promise<string[]> {
  const found: string[] = [];
  const queue = [...shots];
  const shooter = async () => {
    for (let shot = queue.shift(); shot; shot = queue.shift()) {
      const current = shot;
      const answer = await send(app.url, shot.method, shot.path, shot.headers, shot.body).catch(
        (error: Error) => error,
      );
      const wrong = answer instanceof Error ? [answer.message] : faults(answer, api);
      if (!(answer instanceof Error) && shot.route && !isDescribed(shot.route, answer.status))
        wrong.push(`${answer.status} is not in the description of ${shot.route.path}`);
      if (wrong.length > 0)
        found.push(
          `${wrong.join(', ')}: ${describeShot(current)} → ${answer instanceof Error ? '' : answer.text.slice(0, 300)}`,
        );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, shooter));
  // The first few are enough.
  return found.length > 20 ? [...found.slice(0, 20), `and ${found.length - 20} more`] : found;
}

const routes: RouteDefinition[] = allRoutes.map(({ route }) => route);

describe('hostile input', () => {
  it(`never fails ${CALLS} calls over every operation`, { timeout: Math.max(120_000, CALLS * 60) }, async () => {
    const roll = dice(seededRandom(SEED));
    const found: string[] = [];
    for (let done = 0; done < CALLS; done += 500) {
      // Earlier calls may have changed these accounts.
      if (done > 0) await signInBoth();
      const shots = Array.from({ length: Math.min(500, CALLS - done) }, (_, at): Shot => {
        const route = routes[(done + at) % routes.length] as RouteDefinition;
        const body = route.method === 'GET' && roll.chance(0.95) ? undefined : bodyOf(route, roll);
        const headers = headersOf(roll, body !== undefined, route.access);
        return { route, method: route.method, path: pathOf(route, roll), headers, body };
      });
      found.push(...(await fire(shots, true)));
    }
    expect(found).toEqual([]);
  });

  it('never fails the endpoints of OAuth', async () => {
    const roll = dice(seededRandom(SEED + 1));
    const base = '/api/auth/oauth/provider';
    const names = [
      'client_id',
      'client_secret',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
      'nonce',
      'prompt',
      'max_age',
      'code',
      'code_verifier',
      'code_challenge',
      'code_challenge_method',
      'grant_type',
      'refresh_token',
      'token',
      'device_code',
      'resource',
      'id_token_hint',
      'post_logout_redirect_uri',
      'response_mode',
      'request',
      'claims',
      'login_hint',
      'ui_locales',
    ];
    const known: Record<string, string> = {
      client_id: client.clientId,
      response_type: 'code',
      redirect_uri: 'https://service.example/callback',
      grant_type: 'authorization_code',
      code_challenge_method: 'S256',
      token: 'x',
      scope: 'openid',
    };
    const form = () =>
      names
        .filter(() => roll.chance(0.4))
        .flatMap((name) => {
          const value = roll.chance(0.4) && known[name] ? known[name] : roll.pick(hostileStrings);
          const pair = `${name}=${encodeURIComponent(value.toWellFormed()).slice(0, 2000)}`;
          return roll.chance(0.05) ? [pair, pair] : [pair];
        })
        .join('&');
    const shots = Array.from({ length: 600 }, (): Shot => {
      const [method, path] = roll.pick([
        ['GET', '/authorize'],
        ['POST', '/authorize'],
        ['POST', '/token'],
        ['POST', '/revoke'],
        ['POST', '/introspect'],
        ['GET', '/userinfo'],
        ['POST', '/userinfo'],
        ['POST', '/device/authorization'],
        ['GET', '/session/end'],
        ['POST', '/session/end'],
        ['OPTIONS', '/token'],
        ['GET', '/jwks'],
      ] as const);
      const headers = {
        ...headersOf(roll, false),
        ...(method === 'POST' && roll.chance(0.9) ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      };
      return method === 'GET'
        ? { method, path: `${base}${path}?${form().slice(0, 7000)}`, headers }
        : { method, path: base + path, headers, body: form() };
    });
    expect(await fire(shots, false)).toEqual([]);
  });

  it('never fails the pages', async () => {
    const roll = dice(seededRandom(SEED + 2));
    const shots = Array.from({ length: 300 }, (): Shot => {
      const text = encodeURIComponent(roll.pick(hostileStrings).toWellFormed()).slice(0, 3000);
      const path = roll.pick([
        '/login.html?url=',
        '/portal/',
        '/error.html?error=',
        '/error.html?error-contents=',
        '/mfa-authenticator-setting.html?state=',
        '/assets/',
        '/dev/outbox/',
        '/dev/outbox.json?to=',
        '/api/',
        '/saml/',
        '/.well-known/',
        '/portal/users?search=',
        '/%',
        '/..%2f',
        '/',
      ]);
      return {
        method: roll.pick(['GET', 'GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'TRACE']),
        path: path + text,
        headers: headersOf(roll, false),
      };
    });
    expect(await fire(shots, false)).toEqual([]);
  });
});

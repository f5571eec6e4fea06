import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from '#test/factories.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts';
import { sweepWebhookDeliveries } from './sweep.ts';
import { startWebhooks } from './worker.ts';

/** Webhooks from outside: a receiver that verifies, and what administrators see of it. */

let app: TestApp;
let tenant: TestTenant;
let admin: SignedIn;
let receiver: WebhookReceiver;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  app = await startTestApp({ OUTGOING_ALLOW: '127.0.0.1', DATABASE_POOL_SIZE: '12' });
  // Two workers beside each other in all of this.
  for (let n = 0; n < 2; n++) startWebhooks(app.tools, stops, 50);
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await app.close();
});
beforeEach(async () => {
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  receiver = await startWebhookReceiver(app.tools.clock);
});
afterEach(() => receiver.close());

const at = (path = '') => `/api/auth/tenants/${tenant.tenantId}/webhooks${path}`;
const ask = (method: string, path: string, body?: unknown) => app.call(method, path, { token: admin.token, body });

async function add(given: object = {}): Promise<string> {
  const body = { name: 'SIEM', address: receiver.address, events: ['group.*'], ...given };
  const made = await ask('POST', at(), body);
  expect([made.status, made.body.secret]).toEqual([200, expect.stringMatching(/^whsec_/)]);
  receiver.secrets.push(made.body.secret);
  return made.body.uuid;
}
const stateOf = async (uuid: string) => (await ask('GET', at(`/${uuid}`))).body;
const deliveries = async (uuid: string, query = '') =>
  (await ask('GET', at(`/${uuid}/deliveries${query}`))).body.results;

/** Makes events: groups of these names. */
async function groups(...names: string[]): Promise<string[]> {
  const made: string[] = [];
  for (const name of names) {
    const answer = await ask('POST', `/api/auth/tenants/${tenant.tenantId}/groups`, {
      groupId: `g-${randomUUID()}`,
      name,
    });
    expect(answer.status).toBe(200);
    made.push(answer.body.uuid);
  }
  return made;
}
/** Writes an event in a transaction that stays open until it is told to commit. */
async function writeLate(): Promise<() => Promise<void>> {
  const open = await app.owner.connect();
  await open.query('begin');
  await open.query(
    `insert into system_operation_log (tenant_id, at, id, operation, action, status, operator_user_id, type, target_type, target_id)
     values ($1, $2, gen_random_uuid(), 'create', 'test', 'success', 'x', 'group.created', 'group', 'late')`,
    [tenant.tenantId, app.tools.clock()],
  );
  return async () => {
    await open.query('commit');
    open.release();
  };
}
/** Users have their rights but that of reading the logs, until it is undone: as with a role that does not have it. */
function withoutLogs(): () => void {
  const people = app.tools.authenticators.find(({ type }) => type === 'person');
  if (!people) throw new Error('nobody finds users');
  const { find } = people;
  people.find = async (...asked) => {
    const found = await find.apply(people, asked);
    return found && { ...found, permissions: new Set([...found.permissions].filter((right) => right !== 'logs:read')) };
  };
  return () => {
    people.find = find;
  };
}
const names = () => receiver.heard.map(({ data }) => data.changes.name?.after);
const sequences = () => receiver.heard.map(({ sequence }) => sequence);
/** Later, with a session that is as good as new. */
async function later(millis: number) {
  app.advance(millis);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
}

describe('delivery', () => {
  it('sends what was chosen, from now on, signed, and lists it', async () => {
    await groups('Before');
    const uuid = await add();
    const [group] = await groups('First');
    await makeUser(app, tenant);
    await groups('Second');
    await expect.poll(names, patiently).toEqual(['First', 'Second']);
    const [first] = receiver.heard;
    expect(first).toMatchObject({
      ...{ type: 'group.created', sequence: 1, signatures: 1, path: '/hook?key=planted-key' },
      data: { targetType: 'group', targetId: group, status: 'success', actor: { type: 'person' } },
    });
    expect(JSON.parse(first?.text ?? '')).toMatchObject({
      tenantId: tenant.tenantId,
      id: first?.id,
      log: 'systemOperation',
    });
    const listed = () => deliveries(uuid);
    await expect
      .poll(async () => (await listed()).map(({ state }: { state: string }) => state), patiently)
      .toEqual(['delivered', 'delivered']);
    expect((await listed())[1]).toMatchObject({
      sequence: 1,
      id: first?.id,
      type: 'group.created',
      tries: 1,
      status: 200,
      failure: null,
    });
    expect((await ask('GET', at(`/${uuid}/deliveries/1`))).body.message).toBe(first?.text);
    expect(await stateOf(uuid)).toMatchObject({ waiting: 0, dead: 0, failingSince: null, nextAt: null });
    expect((await stateOf(uuid)).lastDeliveredAt).not.toBeNull();
  });

  it('sends sign-ins and single events, and nothing else', async () => {
    await add({ events: ['signIn.succeeded', 'user.deactivated'] });
    const user = await makeUser(app, tenant);
    await signIn(app, user);
    await groups('Unchosen');
    await ask('POST', `/api/auth/tenants/${tenant.tenantId}/users/${user.userId}/deactivate`);
    await expect
      .poll(() => receiver.heard.map(({ type }) => type), patiently)
      .toEqual(['signIn.succeeded', 'user.deactivated']);
    expect(receiver.heard[0]?.data).toMatchObject({
      uuid: user.uuid,
      loginType: expect.any(String),
      status: 'success',
    });
    expect(receiver.heard.map(({ text }) => text).join()).not.toMatch(/violet harbour/);
  });

  it('keeps the order of each subject, of many at once, and sends each once by two workers', async () => {
    receiver.answers = async () => {
      await new Promise((done) => setTimeout(done, Math.random() * 20));
      return 200;
    };
    await add();
    const path = `/api/auth/tenants/${tenant.tenantId}/groups`;
    const uuids = await groups('A', 'B', 'C', 'D');
    for (let n = 1; n <= 6; n++)
      await Promise.all(uuids.map((uuid) => ask('PUT', `${path}/${uuid}`, { description: `${n}` })));
    await expect.poll(() => receiver.heard.length, patiently).toBe(28);
    for (const uuid of uuids) {
      const own = receiver.heard.filter(({ data }) => data.targetId === uuid);
      expect(own.map(({ data }) => data.changes.description?.after ?? 'new')).toEqual([
        'new',
        '1',
        '2',
        '3',
        '4',
        '5',
        '6',
      ]);
      const numbers = own.map(({ sequence }) => sequence);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }
    expect(sequences().sort((a, b) => a - b)).toEqual(Array.from({ length: 28 }, (_, n) => n + 1));
    expect(new Set(receiver.heard.map(({ id }) => id)).size).toBe(28);
    expect(receiver.most).toBeGreaterThan(1);
  });

  it('holds back what began before an open transaction, and then loses none', async () => {
    await add();
    const commit = await writeLate();
    await groups('After');
    await new Promise((done) => setTimeout(done, 400));
    expect(receiver.heard).toEqual([]);
    await commit();
    await expect
      .poll(() => receiver.heard.map(({ data }) => data.changes.name?.after ?? data.targetId), patiently)
      .toEqual(['late', 'After']);
  });

  it('sends nothing from before the webhook, whatever is open while it is made', async () => {
    const commit = await writeLate();
    await groups('Before');
    await add();
    await groups('After');
    await commit();
    await expect.poll(names, patiently).toEqual(['After']);
  });
});

describe('a receiver', () => {
  it('that fails is called again later, once, and then gets all in their order', async () => {
    receiver.answers = 503;
    const uuid = await add();
    const [group = ''] = await groups('One');
    const path = `/api/auth/tenants/${tenant.tenantId}/groups/${group}`;
    for (const name of ['Two', 'Three']) expect((await ask('PUT', path, { name })).status).toBe(200);
    await expect
      .poll(() => stateOf(uuid), patiently)
      .toMatchObject({ nextAt: expect.any(String), failingSince: expect.any(String) });
    await expect.poll(async () => (await stateOf(uuid)).waiting, patiently).toBeGreaterThan(0);
    const asked = receiver.requests;
    await later(6000);
    await expect.poll(() => receiver.requests, patiently).toBe(asked + 1);
    const again = async () => (await deliveries(uuid)).find(({ tries }: { tries: number }) => tries > 1);
    await expect.poll(again, patiently).toMatchObject({ state: 'waiting', status: 503, failure: 'status' });
    // None of them is sent before the webhook is called again.
    const { nextAt } = await stateOf(uuid);
    const shown = new Set((await deliveries(uuid)).map((each: { nextAt: string }) => each.nextAt));
    expect([...shown]).toEqual([nextAt]);
    receiver.answers = 200;
    await later(60_000);
    await expect.poll(names, patiently).toEqual(['One', 'Two', 'Three']);
    expect(sequences()).toEqual([1, 2, 3]);
    await expect.poll(() => stateOf(uuid), patiently).toMatchObject({ waiting: 0, failingSince: null, nextAt: null });
  });

  it('that fails is not called while the webhook is off, as each delivery says', async () => {
    receiver.answers = 503;
    const uuid = await add();
    await groups('One');
    const first = async () => (await deliveries(uuid))[0];
    await expect
      .poll(first, patiently)
      .toMatchObject({ state: 'waiting', failure: 'status', nextAt: expect.any(String) });
    expect((await ask('PUT', at(`/${uuid}`), { active: false })).status).toBe(200);
    await expect.poll(first, patiently).toMatchObject({ state: 'waiting', nextAt: null });
  });

  it('that refuses one event holds up its subject and no other; given up, it can be sent again', async () => {
    receiver.answers = ({ data }) => (data.changes.name?.after === 'Bad' ? 500 : 200);
    const uuid = await add();
    const path = `/api/auth/tenants/${tenant.tenantId}/groups`;
    const [bad = ''] = await groups('Bad', 'Good');
    await ask('PUT', `${path}/${bad}`, { description: 'later' });
    await later(6000);
    await expect.poll(names, patiently).toEqual(['Good']);
    // However often it is refused, others do not wait long behind it. The clock moves on once a try is written down.
    const tries = async () =>
      (await deliveries(uuid)).find(({ sequence }: { sequence: number }) => sequence === 1)?.tries;
    for (const pause of [15_000, 45_000, 135_000]) {
      const before = await tries();
      await later(pause + 1000);
      await expect.poll(tries, patiently).toBeGreaterThan(before);
    }
    await groups('Better');
    await later(46_000);
    await expect.poll(names, patiently).toEqual(['Good', 'Better']);
    // Until it is given up after a day, what follows of the same subject waits.
    await expect.poll(() => stateOf(uuid), patiently).toMatchObject({ waiting: 2, dead: 0 });
    await app.owner.query(
      `update webhook_deliveries set first_tried_at = first_tried_at - interval '25 hours' where webhook_uuid = $1 and state = 'waiting'`,
      [uuid],
    );
    await later(16 * 60_000);
    await expect
      .poll(() => receiver.heard.map(({ type }) => type), patiently)
      .toEqual(['group.created', 'group.created', 'group.changed']);
    const dead = await deliveries(uuid, '?state=dead');
    expect(dead).toMatchObject([{ sequence: 1, state: 'dead', status: 500, nextAt: null }]);
    receiver.answers = 200;
    expect((await ask('POST', at(`/${uuid}/deliveries/1/retry`), {})).status).toBe(204);
    await expect.poll(() => receiver.heard.at(-1)?.id, patiently).toBe(dead[0].id);
    await expect.poll(async () => (await stateOf(uuid)).dead, patiently).toBe(0);
    expect((await ask('POST', at(`/${uuid}/retry`), {})).body).toEqual({ retried: 0 });
  });

  it.each<[string, () => void, object]>([
    [
      'hangs',
      () => {
        receiver.answers = 'never';
      },
      { failure: 'timeout', status: null },
    ],
    [
      'redirects',
      () => {
        receiver.answers = 302;
        receiver.location = 'http://127.0.0.1:1/inside';
      },
      { failure: 'status', status: 302 },
    ],
    ['is not there', () => void receiver.close(), { failure: 'connection', status: null }],
  ])('that %s is a failure that harms no other', async (_, break_, expected) => {
    const uuid = await add();
    const well = await startWebhookReceiver(app.tools.clock);
    const other = await ask('POST', at(), { name: 'Other', address: well.address, events: ['*'] });
    well.secrets.push(other.body.secret);
    break_();
    await groups('Told');
    await expect.poll(() => well.heard.some(({ data }) => data.changes?.name?.after === 'Told'), patiently).toBe(true);
    await expect.poll(async () => (await deliveries(uuid))[0]).toMatchObject({ state: 'waiting', ...expected });
    await well.close();
  });

  it('that answers 100 MB has taken the event; nothing of that is read', async () => {
    receiver.answers = 'much';
    const uuid = await add();
    await groups('Much');
    await expect.poll(async () => (await deliveries(uuid))[0]?.state, patiently).toBe('delivered');
  });

  it('that is gone, or fails for days, is switched off, and administrators are told', async () => {
    const other = await makeUser(app, tenant, { roles: ['PowerUser'] });
    receiver.answers = 410;
    const uuid = await add();
    await groups('Gone');
    await expect.poll(() => stateOf(uuid), patiently).toMatchObject({ active: false, stopReason: 'gone' });
    const told = (await app.mails(other.mail)).filter(({ kind }) => kind === 'webhookStopped');
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('SIEM');
    expect(told[0]?.text).toContain(`/portal/webhooks/${uuid}`);
    await groups('Meanwhile');
    receiver.answers = 200;
    expect((await ask('PUT', at(`/${uuid}`), { active: true })).body).toMatchObject({ active: true, stopReason: null });
    // In any order: the second try of the one may be due by now.
    await expect.poll(() => names().toSorted(), patiently).toEqual(['Gone', 'Meanwhile']);
    receiver.answers = 500;
    await app.owner.query(
      `update webhooks set failures = 3, failing_since = $2::timestamptz - interval '73 hours', failed_at = $2 where uuid = $1`,
      [uuid, app.tools.clock()],
    );
    await groups('Lost');
    await expect
      .poll(() => stateOf(uuid), patiently)
      .toMatchObject({ active: false, stopReason: 'failing', waiting: 1 });
    const { rows } = await app.owner.query(
      `select status from system_operation_log where type = 'webhook.stopped' and target_id = $1`,
      [uuid],
    );
    expect(rows).toHaveLength(2);
  });
});

describe('administrators', () => {
  it('test a receiver and see its true answer, none of which is kept', async () => {
    const uuid = await add();
    const test = async () => (await ask('POST', at(`/${uuid}/test`), {})).body;
    expect(await test()).toMatchObject({ delivered: true, status: 200, failure: null, answer: 'answered 200' });
    expect(receiver.heard).toMatchObject([{ type: 'webhook.test' }]);
    receiver.answers = 404;
    expect(await test()).toMatchObject({ delivered: false, status: 404, failure: 'status', answer: 'answered 404' });
    receiver.answers = 'much';
    expect((await test()).answer).toBe('x'.repeat(1000));
    receiver.secrets = [];
    expect(await test()).toMatchObject({ status: 401, answer: 'wrong signature' });
    await receiver.close();
    expect(await test()).toMatchObject({ delivered: false, status: null, failure: 'connection' });
    for (let n = 0; n < 5; n++) await test();
    expect((await ask('POST', at(`/${uuid}/test`), {})).status).toBe(429);
    expect(await deliveries(uuid)).toEqual([]);
  });

  it('replace the secret: both sign until the overlap ends, and none is shown again', async () => {
    const uuid = await add();
    const rotated = await ask('POST', at(`/${uuid}/secret`), { overlapHours: 2 });
    receiver.secrets.push(rotated.body.secret);
    expect(rotated.body.previousSecretUntil).not.toBeNull();
    await groups('Both');
    await expect.poll(() => receiver.heard[0]?.signatures, patiently).toBe(2);
    await later(2 * 3_600_000 + 1000);
    await groups('New');
    await expect.poll(() => receiver.heard[1]?.signatures, patiently).toBe(1);
    const shown = JSON.stringify([(await ask('GET', at())).body, await stateOf(uuid)]);
    for (const secret of receiver.secrets) expect(shown).not.toContain(secret);
    const { rows } = await app.owner.query('select changes from system_operation_log where target_id = $1', [uuid]);
    expect(JSON.stringify(rows)).not.toMatch(/whsec_|planted-key/);
    await ask('POST', at(`/${uuid}/secret`), { overlapHours: 0 });
    expect((await stateOf(uuid)).previousSecretUntil).toBeNull();
  });

  it('may not name a private address, an unknown event or a credential in the address', async () => {
    const given = { name: 'X', address: receiver.address, events: ['*'] };
    const tried = async (more: object) => (await ask('POST', at(), { ...given, ...more })).body[0];
    for (const address of ['https://10.0.0.1/', 'https://[::1]/', 'http://example.com/', 'https://localhost/'])
      expect(await tried({ address })).toMatchObject({ message_id: 'address_not_allowed' });
    for (const wrong of [
      { address: 'ftp://example.com' },
      { address: 'https://a:b@example.com/' },
      { events: ['service.created'] },
      { events: [] },
      { name: ' ' },
      { events: ['__proto__'] },
    ])
      expect(await tried(wrong)).toMatchObject({ message_id: 'invalid_params' });
    const uuid = await add();
    expect((await ask('PUT', at(`/${uuid}`), { address: 'https://192.168.0.1/' })).body[0]).toMatchObject({
      message_id: 'address_not_allowed',
    });
  });

  it('change one at once: the second is told what the first did; and have a limit', async () => {
    const uuid = await add();
    const change = (name: string) => ask('PUT', at(`/${uuid}`), { name, expected: { name: 'SIEM' } });
    expect([(await change('A')).status, (await change('B')).status]).toEqual([200, 409]);
    for (let n = 1; n < 20; n++) await add({ name: `n${n}` });
    const body = { name: 'more', address: receiver.address, events: ['*'] };
    expect((await ask('POST', at(), body)).status).toBe(409);
  });

  it('who pause it go on where it stopped, after more than a week with the next event', async () => {
    const uuid = await add();
    const set = (active: boolean) => ask('PUT', at(`/${uuid}`), { active });
    await set(false);
    await groups('Paused');
    await later(86_400_000);
    expect(receiver.heard).toEqual([]);
    await set(true);
    await expect.poll(names, patiently).toEqual(['Paused']);
    await set(false);
    const commit = await writeLate();
    await groups('Long ago');
    await later(8 * 86_400_000);
    await set(true);
    await groups('Now');
    await commit();
    await expect.poll(names, patiently).toEqual(['Paused', 'Now']);
  });

  it('who may not read the logs direct no events anywhere, and see none', async () => {
    const uuid = await add();
    await groups('Seen');
    await expect.poll(async () => (await deliveries(uuid))[0]?.state, patiently).toBe('delivered');
    const elsewhere = { name: 'X', address: receiver.address, events: ['*'] };
    const calls: [string, string, object | undefined, number][] = [
      ['POST', '', elsewhere, 403],
      ['PUT', `/${uuid}`, { address: `${receiver.address}2` }, 403],
      ['PUT', `/${uuid}`, { events: ['*'] }, 403],
      ['POST', `/${uuid}/secret`, {}, 403],
      ['POST', `/${uuid}/test`, {}, 403],
      ['GET', `/${uuid}/deliveries`, undefined, 403],
      ['GET', `/${uuid}/deliveries/1`, undefined, 403],
      // What tells nothing of the logs needs the right to change the tenant only.
      ['GET', `/${uuid}`, undefined, 200],
      ['PUT', `/${uuid}`, { name: 'Renamed' }, 200],
      ['PUT', `/${uuid}`, { active: false }, 200],
      ['DELETE', `/${uuid}`, undefined, 204],
    ];
    const heard = receiver.requests;
    const restore = withoutLogs();
    try {
      const answers = [];
      for (const [method, path, body] of calls)
        answers.push([method, path, (await ask(method, at(path), body)).status]);
      expect(answers).toEqual(calls.map(([method, path, , status]) => [method, path, status]));
    } finally {
      restore();
    }
    expect(receiver.requests).toBe(heard);
  });

  it('of another tenant, and users, see and do nothing', async () => {
    const uuid = await add();
    await groups('Mine');
    await expect.poll(() => receiver.heard.length, patiently).toBe(1);
    const elsewhere = await makeTenant(app);
    const stranger = await signIn(app, await makeUser(app, elsewhere, { roles: ['PowerUser'] }));
    const user = await signIn(app, await makeUser(app, tenant));
    const calls: [string, string, object?][] = [
      ['GET', `/${uuid}`],
      ['PUT', `/${uuid}`, { name: 'Stolen' }],
      ['DELETE', `/${uuid}`],
      ['POST', `/${uuid}/secret`, {}],
      ['POST', `/${uuid}/test`, {}],
      ['GET', `/${uuid}/deliveries`],
      ['GET', `/${uuid}/deliveries/1`],
      ['POST', `/${uuid}/deliveries/1/retry`, {}],
      ['POST', `/${uuid}/retry`, {}],
    ];
    for (const [method, path, body] of calls) {
      for (const where of [tenant, elsewhere]) {
        const address = `/api/auth/tenants/${where.tenantId}/webhooks${path}`;
        expect([method, path, (await app.call(method, address, { token: stranger.token, body })).status]).toEqual([
          method,
          path,
          404,
        ]);
      }
      expect((await app.call(method, at(path), { token: user.token, body })).status).toBe(403);
    }
    expect(
      (await app.call('GET', `/api/auth/tenants/${elsewhere.tenantId}/webhooks`, { token: stranger.token })).body
        .results,
    ).toEqual([]);
    expect((await ask('DELETE', at(`/${uuid}`))).status).toBe(204);
    const { rows } = await app.owner.query('select from webhook_deliveries where webhook_uuid = $1', [uuid]);
    expect(rows).toEqual([]);
  });
});

it('what waits for a webhook that is long off is given up and then deleted, and not before', async () => {
  receiver.answers = 503;
  const uuid = await add();
  const on = await add({ name: 'On' });
  await groups('One', 'Two');
  const states = async (of: string) => (await deliveries(of)).map(({ state }: { state: string }) => state);
  for (const each of [uuid, on]) await expect.poll(() => states(each), patiently).toEqual(['waiting', 'waiting']);
  expect((await ask('PUT', at(`/${uuid}`), { active: false })).status).toBe(200);
  const sweep = (days: number, batch = 100) =>
    sweepWebhookDeliveries(app.tools.db.pool, new Date(app.tools.clock().getTime() + days * 86_400_000), batch);
  // It may still be switched on and go on where it stopped.
  await sweep(6.9);
  expect(await states(uuid)).toEqual(['waiting', 'waiting']);
  // In batches: each answers that there may be more.
  expect(await sweep(7.1, 1)).toBe(1);
  expect((await states(uuid)).sort()).toEqual(['dead', 'waiting']);
  expect(await sweep(7.1, 1)).toBe(1);
  expect(await states(uuid)).toEqual(['dead', 'dead']);
  await sweep(37);
  expect(await states(uuid)).toEqual(['dead', 'dead']);
  await sweep(37.2);
  expect(await states(uuid)).toEqual([]);
  await expect.poll(() => states(on), patiently).toEqual(['waiting', 'waiting']);
});

it('what was typed as a name that nobody has is not kept, and its tries stay in their order', async () => {
  const uuid = await add({ events: ['signIn.refused'] });
  const tryAs = async (userId: string) => {
    const body = { type: 'userId', tenantId: tenant.tenantId, credentials: userId, password: 'wrong' };
    expect((await app.call('POST', '/api/auth/login/user', { body })).status).toBe(401);
  };
  for (const typed of ['Hunter2-planted', 'Hunter2-planted', 'another-planted']) await tryAs(typed);
  const stored = async () => {
    const { rows } = await app.owner.query(
      'select * from webhook_deliveries where webhook_uuid = $1 order by sequence',
      [uuid],
    );
    return rows;
  };
  await expect.poll(async () => (await stored()).length, patiently).toBe(3);
  const rows = await stored();
  expect(JSON.stringify(rows)).not.toMatch(/planted/i);
  const [first, second, other] = rows.map(({ subject }) => subject);
  expect(second).toBe(first);
  expect(other).not.toBe(first);
});

it('what the log has no more is not sent, and not kept', async () => {
  receiver.answers = 500;
  const uuid = await add();
  await groups('Erased');
  await expect.poll(async () => (await stateOf(uuid)).failingSince, patiently).not.toBeNull();
  const { rows } = await app.owner.query('select * from webhook_deliveries where webhook_uuid = $1', [uuid]);
  expect(JSON.stringify(rows)).not.toContain('Erased');
  await app.owner.query(`delete from system_operation_log where tenant_id = $1 and type = 'group.created'`, [
    tenant.tenantId,
  ]);
  receiver.answers = 200;
  await later(6000);
  await expect
    .poll(async () => (await deliveries(uuid))[0], patiently)
    .toMatchObject({ state: 'dead', failure: 'expired' });
  expect((await ask('GET', at(`/${uuid}/deliveries/1`))).body.message).toBeNull();
});

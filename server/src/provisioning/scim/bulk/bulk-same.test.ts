import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import { makeScim, PATCH_OP, type SourceOfTest, USER } from '#test/scim.ts';

/** A Bulk does what its operations do as calls of their own: to the accounts, the links, the log, and who is mailed. */

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());

interface Step {
  method: string;
  /** Whom: the place of a name, or a text for what is there already. */
  who: string;
  data?: object;
}

const make = (who: string, more: object = {}): Step => ({
  ...{ method: 'POST', who, data: { schemas: [USER], userName: `${who}@x.example`, active: true, ...more } },
});
const change = (who: string, ...Operations: object[]): Step => ({
  ...{ method: 'PATCH', who, data: { schemas: [PATCH_OP], Operations } },
});
const remove = (who: string): Step => ({ method: 'DELETE', who });
const off = { op: 'replace', value: { active: false } };
const on = { op: 'replace', value: { active: true } };
const named = (name: string) => ({ op: 'replace', path: 'name.familyName', value: name });

const steps: Step[][] = [
  [
    make('a', { name: { familyName: 'A', givenName: 'One' }, externalId: '1' }),
    make('b', { active: false, addresses: [{ type: 'work', locality: 'Kyoto' }] }),
    make('c', { emails: [{ value: 'c@proven.example', primary: true }, { value: 'c2@x.example' }] }),
    make('d', { userName: 'plain-d' }),
    make('e', { userName: 'plain-d' }),
    make('f', { externalId: '1' }),
    make('taken', { userName: 'somebody' }),
    make('g', { emails: [{ value: 'somebody@x.example', primary: true }] }),
    make('h', { emails: [{ value: 'not an address' }] }),
    make('a2', { userName: 'a@y.example' }),
    make('same', { userName: 'a@z.example' }),
    make('i'),
    make('j'),
    make('k'),
    make('l'),
    make('m'),
  ],
  [
    change('a', named('Anew'), { op: 'add', path: 'emails', value: [{ value: 'a3@x.example', type: 'home' }] }),
    change('b', on),
    change('c', off),
    change('d', named('D'), off),
    change('i', { op: 'replace', path: 'userName', value: 'renamed@x.example' }),
    change('j', { op: 'replace', path: 'emails', value: [{ value: 'j@elsewhere.example', primary: true }] }),
    change('k'),
    change('l', { op: 'replace', path: 'nothing', value: 1 }),
    change('m', named('')),
    change('admin', named('Never')),
  ],
  [change('a', off), change('i', off), change('j', off), change('k', off), change('l', off)],
  [change('k', named('Held')), change('l', on), change('l', off), remove('j'), remove('k'), remove('c')],
  [remove('m'), remove('a2'), remove('b'), remove('nobody'), remove('admin')],
  [change('l', on), make('m'), change('d', on)],
];

const WITHOUT = ['uuid', 'tenant_id', 'created_at', 'updated_at', 'signed_out_at'];

async function stateOf({ tenant, source }: SourceOfTest) {
  const rows = async (text: string, ...values: unknown[]) =>
    (await app.owner.query(text, [tenant.tenantId, ...values])).rows;
  const users = await rows('select * from users where tenant_id = $1 order by user_id_key collate "C"');
  const names = new Map(users.map(({ uuid, user_id }) => [uuid, user_id]));
  const links = await rows(
    `select user_uuid, user_name, external_id, resource, version, gone_at is not null as gone, held from source_users
     where tenant_id = $1 and source_uuid = $2 order by user_name_key collate "C"`,
    source,
  );
  const log = await rows(
    `select type, operation, status, error_id, changes, target_id from system_operation_log
     where tenant_id = $1 and actor_type = 'source'`,
  );
  const mails = await rows('select from deliveries where tenant_id = $1');
  const runs = await rows(
    `select sum(created)::int as created, sum(updated)::int as updated, sum(deactivated)::int as deactivated,
      sum(deleted)::int as deleted, sum(held)::int as held, sum(unchanged)::int as unchanged, sum(failed)::int as failed
     from source_runs where tenant_id = $1`,
  );
  const departures = await rows('select kind, state, user_uuid from source_departures where tenant_id = $1');
  const deleted = await rows('select user_id from deleted_users where tenant_id = $1 order by 1');
  const text = (row: object) => JSON.stringify(row);
  return {
    users: users
      .filter(({ proven_mail_address: known }) => !known?.includes('tenant-') && known !== 'somebody@x.example')
      .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !WITHOUT.includes(name)))),
    links: links.map(({ user_uuid, ...row }) => ({ user: names.get(user_uuid), ...row })),
    log: log.map(({ target_id, ...row }) => text({ user: names.get(target_id) ?? null, ...row })).sort(),
    mails: mails.length,
    runs,
    departures: departures.map(({ user_uuid, ...row }) => text({ user: names.get(user_uuid), ...row })).sort(),
    deleted,
  };
}

it.each(['deactivate', 'delete', 'keep'])('with what is deleted: %s', async (deleteBehavior) => {
  const states: unknown[] = [];
  const answers: string[][] = [];
  for (const isBulk of [false, true]) {
    const of = await makeScim(app);
    const { tenant, admin, source, scim } = of;
    const path = `/api/auth/tenants/${tenant.tenantId}/provisioningSources/${source}`;
    const set = { deleteBehavior, maxLeaving: 4, maxLeavingPercent: null };
    expect((await app.call('PUT', path, { token: admin, body: set })).status).toBe(200);
    await app.owner.query(
      `insert into email_domains (tenant_id, uuid, domain, proof_value, proven_at, created_at)
       values ($1, gen_random_uuid(), 'proven.example', 'x', now(), now())`,
      [tenant.tenantId],
    );
    await makeUser(app, tenant, { userId: 'somebody', mail: 'somebody@x.example' });
    const ids = new Map([['nobody', '018f0000-0000-7000-8000-000000000000']]);
    const statuses: string[] = [];
    // The passwords and addresses of the two tenants differ: only what the source did is compared.
    const administrator = await of.create('admin@x.example');
    ids.set('admin', administrator.id);
    await app.owner.query("update users set roles = '{User,PowerUser}', status = 'active' where uuid = $1", [
      administrator.id,
    ]);
    for (const step of steps) {
      const pathOf = ({ method, who }: Step) => (method === 'POST' ? '/Users' : `/Users/${ids.get(who) ?? 'none'}`);
      const operations = step.map((one) => ({
        ...{ method: one.method, path: pathOf(one), ...(one.data && { data: one.data }) },
        ...(one.method === 'POST' && { bulkId: one.who }),
      }));
      const done = isBulk
        ? (await scim('POST', '/Bulk', { Operations: operations })).body.Operations
        : await inTurn(scim, operations);
      for (const [at, { status, location }] of done.entries()) {
        statuses.push(`${step[at]?.method} ${step[at]?.who} ${status}`);
        if (step[at]?.method === 'POST' && status === '201') ids.set(step[at].who, location.split('/').at(-1));
      }
    }
    answers.push(statuses);
    states.push(await stateOf(of));
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(states[1]).toEqual(states[0]);
});

async function inTurn(scim: SourceOfTest['scim'], operations: { method: string; path: string; data?: object }[]) {
  const done = [];
  for (const { method, path, data } of operations) {
    const answer = await scim(method, path, data);
    const id = answer.body?.id ?? path.split('/').at(-1);
    done.push({ status: String(answer.status), location: `/Users/${id}` });
  }
  return done;
}

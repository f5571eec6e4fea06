import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeScim, type SourceOfTest } from '#test/scim.ts';

/** The address to sign in with, as a source changes it, and the place of work. */

let app: TestApp;
let tenant: SourceOfTest['tenant'];
let create: SourceOfTest['create'];
let patch: SourceOfTest['patch'];
let scim: SourceOfTest['scim'];
let account: SourceOfTest['account'];

const OLD = 'taro@proven.example';
const WAITING = 'taro@elsewhere.example';

beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ tenant, create, patch, scim, account } = await makeScim(app));
  await app.owner.query(
    `insert into email_domains (tenant_id, uuid, domain, proof_value, proven_at, created_at)
     values ($1, gen_random_uuid(), 'proven.example', 'x', now(), now())`,
    [tenant.tenantId],
  );
});

const moveTo = (id: string, address: string) => patch(id, { op: 'replace', path: 'userName', value: address });
const addressesOf = async (id: string) => {
  const { login_mail_address: login, next_login_mail_address: next } = await account(id);
  return [login, next];
};
const linked = (id: string, purpose: string) =>
  app.owner.query(
    `insert into one_time_codes (tenant_id, code_hash, kind, purpose, user_uuid, data, created_at, expires_at)
     values ($1, decode(md5(random()::text), 'hex'), 'exchange', $3, $2, '{}', now(), now() + interval '1 hour')`,
    [tenant.tenantId, id, purpose],
  );
const openLinks = async (id: string) =>
  (
    await app.owner.query(
      'select purpose from one_time_codes where tenant_id = $1 and user_uuid = $2 and consumed_at is null order by 1',
      [tenant.tenantId, id],
    )
  ).rows.map(({ purpose }) => purpose);
const kindsTo = async (id: string, address: string) =>
  (
    await app.owner.query(
      'select kind from mail_outbox where tenant_id = $1 and receiver_uuid = $2 and recipient = $3 order by created_at',
      [tenant.tenantId, id, address],
    )
  ).rows.map(({ kind }) => kind);

describe('the address to sign in with', () => {
  it('that moves within a proven domain: both hear of it, and links to the old one to reset the password end', async () => {
    const { id } = await create(OLD);
    await linked(id, 'resetPassword');
    // Of other fields nobody hears, and no link ends.
    await patch(id, { op: 'replace', path: 'name.familyName', value: 'Yamada' });
    expect([await openLinks(id), await kindsTo(id, OLD)]).toEqual([['resetPassword'], []]);
    await moveTo(id, 'new@proven.example');
    expect(await addressesOf(id)).toEqual(['new@proven.example', null]);
    expect(await openLinks(id)).toEqual([]);
    for (const address of [OLD, 'new@proven.example'])
      expect(await kindsTo(id, address)).toEqual(['mailAddressChanged']);
    const [told] = await app.mails(OLD);
    expect(told?.text).toContain('new@proven.example');
  });

  it('that is taken away: the old one hears of it, once', async () => {
    const { id } = await create('plain', { emails: [{ value: OLD }] });
    await linked(id, 'resetPassword');
    await patch(id, { op: 'remove', path: 'emails' });
    expect(await addressesOf(id)).toEqual([null, null]);
    expect([await openLinks(id), await kindsTo(id, OLD)]).toEqual([[], ['mailAddressChanged']]);
  });

  it('stays while another waits, which later changes of other fields leave as it is', async () => {
    const { id } = await create(OLD);
    await linked(id, 'resetPassword');
    await moveTo(id, WAITING);
    expect(await addressesOf(id)).toEqual([OLD, WAITING]);
    await linked(id, 'confirmLoginMailAddress');
    await patch(id, { op: 'replace', path: 'name.familyName', value: 'Yamada' });
    expect(await addressesOf(id)).toEqual([OLD, WAITING]);
    expect(await openLinks(id)).toEqual(['confirmLoginMailAddress', 'resetPassword']);
    const { rows } = await app.owner.query(
      `select changes from system_operation_log where target_id = $1 and type = 'user.changed' order by at`,
      [id],
    );
    expect(rows.map(({ changes }) => changes)).toEqual([
      { nextLoginMailAddress: { before: null, after: WAITING } },
      { familyName: { before: '', after: 'Yamada' } },
    ]);
  });

  it('that the source comes back to: the waiting one is given up, and its link ends', async () => {
    const { id } = await create(OLD);
    await moveTo(id, WAITING);
    await linked(id, 'confirmLoginMailAddress');
    await linked(id, 'resetPassword');
    await moveTo(id, OLD.toUpperCase());
    expect(await addressesOf(id)).toEqual([OLD, null]);
    expect([await openLinks(id), await kindsTo(id, OLD)]).toEqual([['resetPassword'], []]);
  });
});

it.each([
  ['of several lines', 'Kyoto\r\n1-2-3\tEast', 'Kyoto 1-2-3 East'],
  ['longer than a location', `${'𠮷'.repeat(255)} and more`, '𠮷'.repeat(255)],
  ['of letters that are not seen', 'Kyo\u202eto', ''],
])('an address %s gives the location what it takes, and is kept whole', async (_, formatted, location) => {
  const made = await create('placed', { addresses: [{ type: 'work', formatted }] });
  expect(made.addresses[0].formatted).toBe(formatted);
  expect((await account(made.id)).location).toBe(location);
  expect((await scim('GET', `/Users/${made.id}`)).body.addresses).toEqual(made.addresses);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { exchangeCodeIn, mailsOfKind } from '#test/mailed-links.ts';

/** What an administrator's change of an address mails, to whom, how often, and of whom it is refused. */

let app: TestApp;
let tenant: TestTenant;
let here: Administrator;
let count = 0;

beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  here = await administratorOf(tenant);
});
afterAll(() => app.close());

type Administrator = Awaited<ReturnType<typeof administratorOf>>;

async function administratorOf({ tenantId }: TestTenant) {
  const { token } = await signIn(app, await makeUser(app, { tenantId } as TestTenant, { roles: ['PowerUser'] }));
  const call = (method: string, path: string, body?: object) =>
    app.call(method, `/api/auth/tenants/${tenantId}/users${path}`, { token, body });
  return { call, change: (userId: string, body: object) => call('PUT', `/${userId}`, body) };
}

const newAddress = () => `moved-${++count}@club.example`;
const mailsTo = async (address: string) =>
  (await app.mails(address)).filter(({ kind }) => kind === 'loginMailAddressConfirmation').length;
const times = async (n: number, attempt: () => Promise<{ status: number }>) => {
  const statuses = new Set<number>();
  for (let done = 0; done < n; done++) statuses.add((await attempt()).status);
  return [...statuses];
};

describe('who loses the address to sign in with', () => {
  it('hears of it there, and it is no default account any more', async () => {
    const user = await makeUser(app, tenant, { defaultLogin: true });
    const isDefault = async () =>
      (await app.owner.query('select default_login from users where uuid = $1', [user.uuid])).rows[0].default_login;
    expect((await here.change(user.userId, { loginMailAddress: newAddress() })).status).toBe(200);
    expect((await here.change(user.userId, { nextLoginMailAddress: null })).status).toBe(200);
    expect([await isDefault(), (await app.mails(user.mail)).length]).toEqual([true, 0]);
    expect((await here.change(user.userId, { loginMailAddress: null })).status).toBe(200);
    expect(await isDefault()).toBe(false);
    expect((await app.mails(user.mail)).map(({ kind }) => kind)).toEqual(['mailAddressChanged']);
  });
});

describe('the limit of confirmation mails', () => {
  it('is not spent on an address that stays as it is, and does not keep other fields from being saved', async () => {
    const user = await makeUser(app, tenant);
    const same = (familyName: string) => here.change(user.userId, { loginMailAddress: user.mail, familyName });
    expect(await times(11, () => same(`Name ${++count}`))).toEqual([200]);
    expect(await times(11, () => same('The same'))).toEqual([200]);
    const other = await makeUser(app, tenant);
    await here.change(user.userId, { loginMailAddress: newAddress() });
    await here.change(user.userId, { loginMailAddress: null });
    expect((await here.change(other.userId, { loginMailAddress: user.mail })).status).toBe(200);
    expect(await mailsTo(user.mail)).toBe(1);
  });

  it('is spent by mails only: not by unknown users, by what is refused, and by who gets none', async () => {
    const address = newAddress();
    const [user, registering] = [await makeUser(app, tenant), `registering-${++count}`];
    await here.call('POST', '', { userId: registering });
    expect(await times(11, () => here.change('nobody', { loginMailAddress: address }))).toEqual([404]);
    const noGroup = { loginMailAddress: address, groups: [{ groupId: 'no-such-group' }] };
    expect(await times(11, () => here.change(user.userId, noGroup))).toEqual([400]);
    expect(
      await times(6, async () => {
        await here.change(registering, { loginMailAddress: address });
        return here.change(registering, { loginMailAddress: null });
      }),
    ).toEqual([200]);
    const owner = await makeUser(app, tenant);
    const taken = { loginMailAddress: owner.mail };
    expect(await times(11, () => here.change(user.userId, taken))).toEqual([409]);
    expect(await times(10, () => here.change(user.userId, { loginMailAddress: address }))).toEqual([200]);
    expect(await mailsTo(address)).toBe(10);
    const refused = await here.change(user.userId, { loginMailAddress: address, familyName: 'Elsewhere' });
    expect([refused.status, refused.body[0].message_id]).toEqual([429, 'too_many_requests']);
    expect(await mailsTo(address)).toBe(10);
    // What mails nothing is still saved.
    expect((await here.change(user.userId, { familyName: 'Elsewhere' })).status).toBe(200);
  });

  it('lets no more through that come at once, and is each tenant’s own', async () => {
    const address = newAddress();
    const { userId } = await makeUser(app, tenant);
    const send = () => here.change(userId, { loginMailAddress: address });
    const answers = await Promise.all(Array.from({ length: 15 }, send));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    const elsewhere = await makeTenant(app);
    const { change } = await administratorOf(elsewhere);
    const theirs = await makeUser(app, elsewhere);
    expect((await change(theirs.userId, { loginMailAddress: address })).status).toBe(200);
    expect(await mailsTo(address)).toBe(11);
  });

  it('of a receiver is not used up by somebody who may send no more', async () => {
    const { token } = await signIn(app, await makeUser(app, tenant));
    const send = (loginMailAddress: string, by = token) =>
      app.call('POST', '/api/portal/sendUserLoginMailAddressConfirmation', { token: by, body: { loginMailAddress } });
    const [own, victim] = [newAddress(), newAddress()];
    expect(await times(10, () => send(own))).toEqual([200]);
    expect(await times(11, () => send(victim))).toEqual([429]);
    const kept = await makeUser(app, tenant);
    await app.owner.query("update users set source = 'directory' where uuid = $1", [kept.uuid]);
    const { token: theirs } = await signIn(app, kept);
    expect(await times(10, () => send(victim, theirs))).toEqual([403]);
    expect((await send(victim, (await signIn(app, await makeUser(app, tenant))).token)).status).toBe(200);
  });
});

describe('the address of somebody who is switched off', () => {
  it('waits without a mail; who is switched on again gets the link when it is sent', async () => {
    const user = await makeUser(app, tenant);
    const [left, address] = [newAddress(), newAddress()];
    await here.change(user.userId, { loginMailAddress: left });
    await here.call('POST', `/${user.userId}/deactivate`);
    const changed = await here.change(user.userId, { loginMailAddress: address });
    expect(changed.body).toMatchObject({
      ...{ status: 'inactive', loginMailAddress: user.mail, nextLoginMailAddress: address },
      loginMailAddressConfirmationExpiresAt: null,
    });
    const again = await here.change(user.userId, { loginMailAddress: address.toUpperCase() });
    expect(again.body).toMatchObject({ nextLoginMailAddress: address, updatedAt: changed.body.updatedAt });
    expect(await mailsTo(address)).toBe(0);
    await here.call('POST', `/${user.userId}/activate`);
    expect((await here.change(user.userId, { loginMailAddress: address })).status).toBe(200);
    const exchangeCode = exchangeCodeIn((await mailsOfKind(app, address, 'loginMailAddressConfirmation')).at(-1));
    const confirmed = await app.call('POST', '/api/account/confirmLoginMailAddress', { body: { exchangeCode } });
    expect([confirmed.status, confirmed.body.loginMailAddress]).toEqual([200, address]);
  });

  it('before registering is the same whatever its capitals; another one waits to be registered with', async () => {
    const [userId, address, other] = [`left-${++count}`, newAddress(), newAddress()];
    await here.call('POST', '', { userId, loginMailAddress: address, invite: true });
    const before = await here.call('POST', `/${userId}/deactivate`);
    const same = await here.change(userId, { loginMailAddress: address.toUpperCase() });
    expect(same.body).toMatchObject({ nextLoginMailAddress: address, updatedAt: before.body.updatedAt });
    expect((await here.change(userId, { loginMailAddress: other })).body.nextLoginMailAddress).toBe(other);
    expect([await mailsTo(address), await mailsTo(other)]).toEqual([0, 0]);
    const back = await here.call('POST', `/${userId}/activate`);
    expect(back.body).toMatchObject({ status: 'registering', nextLoginMailAddress: other });
    expect((await here.call('POST', `/${userId}/sendInvitation`)).status).toBe(200);
    expect(await mailsOfKind(app, other, 'invitation')).toHaveLength(1);
  });
});

describe('an address that the account’s source keeps', () => {
  it.each([
    ['nextLoginMailAddress', 'scim', true],
    ['loginMailAddress', 'directory', false],
    ['nextLoginMailAddress', 'jit', false],
  ])('is not given up by %s of somebody from %s', async (field, source, signsIn) => {
    const user = await makeUser(app, tenant);
    const waiting = newAddress();
    const login = signsIn ? user.mail : null;
    await app.owner.query(
      'update users set source = $2, login_mail_address = $3, next_login_mail_address = $4 where uuid = $1',
      [user.uuid, source, login, waiting],
    );
    const refused = await here.change(user.userId, { [field]: null, description: 'Left' });
    expect(refused.body[0]).toMatchObject({ message_id: 'forbidden', field });
    expect((await here.change(user.userId, { description: 'Left' })).body).toMatchObject({
      ...{ loginMailAddress: login, nextLoginMailAddress: waiting },
    });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, PASSWORD, signIn, type TestTenant, type TestUser } from '#test/factories.ts';

let app: TestApp;
let tenant: TestTenant;
let count = 0;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

const newAddress = () => {
  count += 1;
  return `new-${count}@example.com`;
};
const send = (token: string, loginMailAddress: string) =>
  app.call('POST', '/api/portal/sendUserLoginMailAddressConfirmation', { token, body: { loginMailAddress } });
const cancel = (token: string) => app.call('POST', '/api/portal/cancelUserLoginMailAddressConfirmation', { token });
const confirm = (exchangeCode: string) =>
  app.call('POST', '/api/account/confirmLoginMailAddress', { body: { exchangeCode } });
const loginBy = (user: TestUser, credentials: string) =>
  app.call('POST', '/api/auth/login/user', {
    body: { type: 'loginMailAddress', tenantId: user.tenantId, credentials, password: PASSWORD },
  });

/** Codes in the emails to an address, newest last. */
async function mailedCodes(address: string): Promise<string[]> {
  const link = /\/portal\/confirm-mail-address\.html\?exchangeCode=([A-Za-z0-9._-]+)/;
  return (await app.mails(address)).map(({ text }) => link.exec(text)?.[1] ?? '').filter(Boolean);
}

describe('a new sign-in address', () => {
  it('works once it is confirmed, and the old address is notified', async () => {
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    const address = newAddress();
    const sent = await send(token, address);
    expect([sent.status, sent.body.nextLoginMailAddress]).toEqual([200, address]);
    const lives = Date.parse(sent.body.loginMailAddressConfirmationExpiresAt) - app.tools.clock().getTime();
    expect(Math.round(lives / 3_600_000)).toBe(24);
    const waiting = await app.call('GET', '/api/auth/me', { token });
    expect(waiting.body).toMatchObject({ loginMailAddress: user.mail, nextLoginMailAddress: address });
    expect((await loginBy(user, address)).status).toBe(401);
    const [code = ''] = await mailedCodes(address);
    // Opening the link does not confirm: scanners open links in emails.
    await fetch(`${app.url}/portal/confirm-mail-address.html?exchangeCode=${code}`);
    expect((await fetch(`${app.url}/api/account/confirmLoginMailAddress?exchangeCode=${code}`)).status).toBe(405);
    const confirmed = await confirm(code);
    expect([confirmed.status, confirmed.body]).toEqual([
      200,
      {
        tenantId: user.tenantId,
        userId: user.userId,
        loginMailAddress: address,
        passwordAssigned: true,
        passwordOpen: true,
      },
    ]);
    expect((await loginBy(user, address)).status).toBe(200);
    expect((await loginBy(user, user.mail)).status).toBe(401);
    const me = await app.call('GET', '/api/auth/me', { token });
    expect(me.body).toMatchObject({
      loginMailAddress: address,
      nextLoginMailAddress: null,
      loginMailAddressConfirmationExpiresAt: null,
    });
    const [notice] = await app.mails(user.mail);
    expect(notice).toMatchObject({ kind: 'mailAddressChanged' });
    expect(notice?.text).toContain(address);
    const { rows } = await app.owner.query(
      "select changes from system_operation_log where operator_uuid = $1 and action like '%confirmLoginMailAddress'",
      [user.uuid],
    );
    expect(rows).toEqual([{ changes: { loginMailAddress: { before: user.mail, after: address } } }]);
  });

  it('counts as confirmed, and the default account chosen for the old address no longer applies', async () => {
    const user = await makeUser(app, tenant, { defaultLogin: true });
    const kept = async () => {
      const { rows } = await app.owner.query(
        'select default_login, login_mail_address, proven_mail_address from users where uuid = $1',
        [user.uuid],
      );
      return rows[0];
    };
    const { token } = await signIn(app, user);
    const address = newAddress();
    await send(token, address);
    expect(await kept()).toMatchObject({ default_login: true, proven_mail_address: user.mail });
    const [code = ''] = await mailedCodes(address);
    expect((await confirm(code)).status).toBe(200);
    expect(await kept()).toEqual({
      default_login: false,
      login_mail_address: address,
      proven_mail_address: address,
    });
  });

  it('is confirmed by only one of twenty concurrent calls', async () => {
    const { token } = await signIn(app, await makeUser(app, tenant));
    const address = newAddress();
    await send(token, address);
    const [code = ''] = await mailedCodes(address);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body[0].message_id]).toEqual([410, 'revoked_or_expired']);
  });

  it('a newer request, cancelling, or a day ends the link', async () => {
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    const [older, newer] = [newAddress(), newAddress()];
    await send(token, older);
    await send(token, newer);
    const [first = ''] = await mailedCodes(older);
    expect((await confirm(first)).status).toBe(410);
    expect((await cancel(token)).status).toBe(204);
    expect((await cancel(token)).status).toBe(204);
    const [second = ''] = await mailedCodes(newer);
    expect((await confirm(second)).status).toBe(410);
    expect((await app.call('GET', '/api/auth/me', { token })).body.nextLoginMailAddress).toBeNull();
    const late = newAddress();
    await send(token, late);
    await app.owner.query("update one_time_codes set expires_at = now() - interval '1 second' where user_uuid = $1", [
      user.uuid,
    ]);
    const [third = ''] = await mailedCodes(late);
    expect((await confirm(third)).status).toBe(410);
  });

  it('twenty concurrent requests leave one valid link', async () => {
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(token, newAddress())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    const { rows } = await app.owner.query(
      'select data from one_time_codes where user_uuid = $1 and consumed_at is null',
      [user.uuid],
    );
    const me = await app.call('GET', '/api/auth/me', { token });
    expect(rows).toEqual([{ data: { loginMailAddress: me.body.nextLoginMailAddress } }]);
  });
});

it('the email to a user without an address mentions no former address', async () => {
  const user = await makeUser(app, tenant);
  await app.owner.query("update users set login_mail_address = null, locale = 'en' where uuid = $1", [user.uuid]);
  const { token } = await signIn(app, user);
  const address = newAddress();
  expect((await send(token, address)).status).toBe(200);
  const [mail] = await app.mails(address);
  expect(mail?.text).toContain('Confirm that this address is yours. You can sign in with it after that.');
  expect(mail?.text).not.toContain('old');
});

describe('an address that is taken', () => {
  it('gets the same answer; only its mailbox learns it, and the link works once the address is free', async () => {
    const owner = await makeUser(app, tenant);
    const { token } = await signIn(app, await makeUser(app, tenant));
    const [taken, free] = [await send(token, owner.mail.toUpperCase()), await send(token, newAddress())];
    expect([taken.status, Object.keys(taken.body)]).toEqual([free.status, Object.keys(free.body)]);
    await send(token, owner.mail);
    const code = (await mailedCodes(owner.mail)).at(-1) ?? '';
    const refused = await confirm(code);
    expect([refused.status, refused.body[0].message_id]).toEqual([409, 'duplicated_params_loginMailAddress']);
    await app.owner.query('update users set login_mail_address = null where uuid = $1', [owner.uuid]);
    expect((await confirm(code)).status).toBe(200);
  });

  it('can be used if only another tenant has it', async () => {
    const elsewhere = await makeUser(app, await makeTenant(app));
    const { token } = await signIn(app, await makeUser(app, tenant));
    await send(token, elsewhere.mail);
    const [code = ''] = await mailedCodes(elsewhere.mail);
    expect((await confirm(code)).status).toBe(200);
  });
});

describe('what is refused', () => {
  it('codes of another purpose, invented codes, and those of a user who may not sign in', async () => {
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    const address = newAddress();
    await send(token, address);
    const [code = ''] = await mailedCodes(address);
    const [, secret = ''] = code.split('.');
    const other = await makeTenant(app);
    for (const wrong of [
      `${other.tenantId}.${secret}`,
      `-.${secret}`,
      secret,
      `${code}x`,
      `no-such-tenant.${secret}`,
    ]) {
      expect([wrong, (await confirm(wrong)).status]).toEqual([wrong, 410]);
    }
    await app.owner.query("update one_time_codes set purpose = 'resetPassword' where user_uuid = $1", [user.uuid]);
    expect((await confirm(code)).status).toBe(410);
    await app.owner.query("update one_time_codes set purpose = 'confirmLoginMailAddress' where user_uuid = $1", [
      user.uuid,
    ]);
    await app.owner.query("update users set status = 'inactive' where uuid = $1", [user.uuid]);
    expect((await confirm(code)).status).toBe(410);
    await app.owner.query("update users set status = 'active' where uuid = $1", [user.uuid]);
    expect((await confirm(code)).status).toBe(200);
  });

  it.each(['', 'no address', 'a@b', `${'a'.repeat(65)}@example.com`, 'a@example.com\r\nBcc: x@example.com'])(
    '%j',
    async (address) => {
      const { token } = await signIn(app, await makeUser(app, tenant));
      expect((await send(token, address)).body[0]).toMatchObject({
        message_id: 'invalid_params',
        field: 'loginMailAddress',
      });
    },
  );

  it('the change of an address that the account’s source manages', async () => {
    const user = await makeUser(app, tenant);
    await app.owner.query("update users set source = 'directory' where uuid = $1", [user.uuid]);
    const { token } = await signIn(app, user);
    expect((await send(token, newAddress())).body[0]).toMatchObject({
      message_id: 'forbidden',
      field: 'loginMailAddress',
    });
  });
});

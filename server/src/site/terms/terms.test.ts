import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestUser } from '#test/factories.ts';
import { makeScratchDirectory } from '#test/scratch-directory.ts';

const version = '2026-11';
let app: TestApp;
let plain: TestApp;
let user: TestUser;
let signed: SignedIn;
let scratch: Awaited<ReturnType<typeof makeScratchDirectory>>;
beforeAll(async () => {
  scratch = await makeScratchDirectory('portico-links-');
  const file = `${scratch.path}/links.json`;
  writeFileSync(
    file,
    JSON.stringify({
      everywhere: { en: { terms: 'https://example.com/terms' }, ja: { terms: 'https://example.com/ja/terms' } },
      regions: { jp: { en: { terms: 'https://example.co.jp/terms' } } },
      termsVersions: { everywhere: version, regions: { jp: '2026-12' } },
    }),
  );
  app = await startTestApp({ LINKS_FILE: file });
  plain = await startTestApp();
  user = await makeUser(app, await makeTenant(app));
  signed = await signIn(app, user);
});
afterAll(() => Promise.all([app.close(), plain.close(), scratch.remove()]));

const path = '/api/portal/me/terms';
const read = (query = '') => app.call('GET', path + query, { token: signed.token });
const accept = (given: unknown) => app.call('POST', path, { token: signed.token, body: { version: given } });

describe('terms of use', () => {
  it('are due until their version is accepted, at the address of the language', async () => {
    expect((await read('?language=ja')).body).toEqual({
      terms: { version, url: 'https://example.com/ja/terms' },
      accepted: null,
      acceptanceDue: true,
    });
    expect((await read('?language=de')).body.terms.url).toBe('https://example.com/terms');
    const answer = await accept(version);
    expect(answer.body).toMatchObject({ acceptanceDue: false, accepted: { version } });
    expect((await read()).body).toEqual({ ...answer.body, terms: { version, url: 'https://example.com/terms' } });
  });

  it('keep the moment of the first time, once in the log', async () => {
    const { acceptedAt } = (await read()).body.accepted;
    app.advance(60_000);
    expect((await accept(version)).body.accepted).toEqual({ version, acceptedAt });
    const { rows } = await app.owner.query(
      "select changes from system_operation_log where operator_uuid = $1 and action = 'POST /api/portal/me/terms' and changes <> '{}'",
      [user.uuid],
    );
    expect(rows).toEqual([{ changes: { termsVersion: { before: null, after: version } } }]);
  });

  it('are due again in another version, and only that one can be accepted', async () => {
    await app.owner.query("update terms_acceptances set version = '2025-01' where user_uuid = $1", [user.uuid]);
    expect((await read()).body).toMatchObject({ accepted: { version: '2025-01' }, acceptanceDue: true });
    const answer = await accept('2025-01');
    expect([answer.status, answer.body[0]]).toMatchObject([409, { message_id: 'conflict', field: 'version' }]);
  });

  it('are those of the tenant’s region', async () => {
    await app.owner.query("update tenants set region = 'jp' where tenant_id = $1", [user.tenantId]);
    expect((await read()).body).toMatchObject({
      terms: { version: '2026-12', url: 'https://example.co.jp/terms' },
      acceptanceDue: true,
    });
    expect((await accept(version)).status).toBe(409);
    await app.owner.query("update tenants set region = 'na' where tenant_id = $1", [user.tenantId]);
  });

  it.each([[''], ['a b'], ['x'.repeat(65)], [1], [undefined]])('version %j is refused', async (given) => {
    expect((await accept(given)).body[0]).toMatchObject({ message_id: 'invalid_params', field: 'version' });
  });

  it('that the provider has not are asked of nobody', async () => {
    const { token } = await signIn(plain, await makeUser(plain, await makeTenant(plain)));
    const answer = await plain.call('GET', path, { token });
    expect(answer.body).toEqual({ terms: null, accepted: null, acceptanceDue: false });
    const refused = await plain.call('POST', path, { token, body: { version } });
    expect([refused.status, refused.body[0].message_id]).toEqual([404, 'not_found']);
  });
});

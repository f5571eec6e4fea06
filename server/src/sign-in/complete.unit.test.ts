import type { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { securityPolicy } from '#contract/security-policy.ts';
import { proofOf } from '#contract/sign-in/proofs.ts';
import { inShort, writingDown } from '#test/sent.ts';
import { complete, type SignIn } from './complete.ts';

const now = new Date('2026-05-01T12:00:00Z');
const siteEnforceMfa = { enabled: true, accounts: 'every', roles: ['User'] };
const account = {
  ...{ tenant_id: 'kelvin', uuid: 'u', user_id: 'taro', status: 'active', roles: ['User'], source: 'local' },
  ...{ failed_count: 0, failed_since: null, failed_streak: 0, locked_until: null, password_hash: 'hash' },
  ...{ unknown_streak: null, told_browsers: [], known_since: now, signed_out_at: Number.NEGATIVE_INFINITY },
  ...{ password_changed_at: null, policy: securityPolicy.parse({}) },
};
const session = { loginAt: 1, id: `kelvin.${'S'.repeat(43)}` };
const client = { network: '192.0.2.7', userAgent: 'a browser', address: '192.0.2.7', session: null, known: [] };
const signIn = {
  loginType: 'userId',
  proofs: [proofOf('password', now)],
  provenAccounts: [],
  withMyInfo: false,
  client,
  now,
};

/** The result of a sign-in and the statements sent; `renewed`: the browser's session continues. */
async function done(state: object, more: object, methods: 'totp'[] = [], renewed = false) {
  const sent: CompiledQuery[] = [];
  const tx = writingDown(sent, [renewed ? [{ session_id: 's' }] : []]);
  const progress = await complete(
    {} as never,
    tx,
    { ...account, ...state } as never,
    { ...signIn, ...more } as unknown as SignIn,
    methods,
  );
  return { progress, sent: inShort(sent).map(([what]) => what) };
}
const [OPENED, NOTED, LOG, BROWSERS] = [
  ...['insert into sessions', 'update last_sign_ins', 'insert into login_log', 'update sign_in_guards'],
] as [string, string, string, string];

test('a sign-in in a browser the account knows opens a session and is in the log', async () => {
  const { progress, sent } = await done({}, { door: 'known' });
  expect(sent).toEqual([OPENED, NOTED, LOG]);
  const key = { tenantId: 'kelvin', uuid: 'u' };
  const answer = { status: 'completed', ...key, userId: 'taro', mfaSetupRequired: false };
  expect(progress).toEqual({ answer, known: key, cookie: { loginAt: now.getTime() / 1000, id: expect.any(String) } });
});

test.each<[string, object, object, number]>([
  ['in a browser it does not know, which is noted', {}, {}, 1],
  ['there, where failures were counted', { unknown_streak: 2 }, {}, 2],
  ['there, where none were left', { unknown_streak: 0 }, {}, 1],
  ['in one that it knew by the password before', { unknown_streak: 2 }, { door: 'known' }, 0],
])('a sign-in %s', async (_, state, more, writes) => {
  expect((await done(state, more)).sent.filter((what) => what === BROWSERS)).toHaveLength(writes);
});

const withSession = { door: 'known', client: { ...client, session } };
const another = { ...client, session: { ...session, id: session.id.replace('kelvin', 'other') } };
const byTicket = { proofs: [proofOf('ticket', now)] };
test.each<[string, object, boolean, string[]]>([
  ['of a browser without one', { door: 'known' }, false, []],
  ['of the same user goes on', withSession, true, ['renewed']],
  ['of another user ends', withSession, false, ['replaced']],
  ['of another tenant ends', { door: 'known', client: another }, true, ['replaced']],
  ['of another user stays for who switches', { ...withSession, ...byTicket }, false, []],
  ['of the same user goes on for who switches', { ...withSession, ...byTicket }, true, ['renewed']],
])('the session %s', async (_, more, renewed, expected) => {
  const { progress } = await done({}, more, [], renewed);
  expect(Object.keys(progress).filter((name) => name === 'renewed' || name === 'replaced')).toEqual(expected);
});

test.each<[string, object, 'totp'[], boolean]>([
  ['who has none', {}, [], true],
  ['who has one', {}, ['totp'], false],
  ['who has no password', { password_hash: null }, [], false],
])('a second factor is to be set up by %s: %3$s', async (_, state, methods, expected) => {
  const policy = securityPolicy.parse({ loginPolicy: { mfa: { enabled: true, siteEnforceMfa } } });
  const { progress } = await done({ policy, ...state }, { door: 'known' }, methods);
  expect(progress.answer).toMatchObject({ mfaSetupRequired: expected });
});

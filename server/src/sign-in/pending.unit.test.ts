import type { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { inShort, writingDown } from '#test/sent.ts';
import { isTakenProven, putBack, putToWait, takePending } from './pending.ts';

const now = new Date('2026-05-01T12:05:00Z');
const [put, proven] = [new Date('2026-05-01T12:00:00Z'), new Date('2026-05-01T11:50:00Z')];
const loginHash = Buffer.from('hash');
const candidates = [
  { tenantId: 't', uuid: 'v', provenAt: put.toISOString() },
  { tenantId: 't', uuid: 'u', provenAt: proven.toISOString() },
];
const row = {
  ...{ tenant_id: 't', user_uuid: 'u', candidates, login_type: 'userId', card_uuid: null },
  ...{ proofs: ['password', 'totp'], expires_at: new Date('2026-05-01T12:10:00Z') },
};
const take = (rows: object[]) => takePending(writingDown([], [rows]), { loginHash, step: 'mfa', now });

test('a sign-in that waits is taken with what was proven, and when', async () => {
  const taken = await take([row]);
  expect(taken).toMatchObject({ tenantId: 't', step: 'mfa', userUuid: 'u', loginType: 'userId', now: put, loginHash });
  // MFA was verified when it became pending, the password when the account was found.
  expect(taken?.proofs).toMatchObject([
    { method: 'password', at: proven },
    { method: 'totp', at: put },
  ]);
  expect((await take([{ ...row, user_uuid: null }]))?.proofs).toMatchObject([{ at: put }, { at: put }]);
  expect(await take([])).toBeNull();
});

test.each([
  ['after a wrong answer with one try less', 'wrong', 1],
  ['with nothing lost', 'nothing lost', 0],
] as const)('it is put back %s', async (_, wrong, tries) => {
  const sent: CompiledQuery[] = [];
  const taken = await take([row]);
  if (taken) await putBack(writingDown(sent), taken, wrong);
  expect(inShort(sent)).toEqual([['update pending_sign_ins', [null, tries, loginHash]]]);
});

test('it waits under a login id that only its hash is kept of', async () => {
  const sent: CompiledQuery[] = [];
  const waiting = {
    tenantId: 't',
    step: 'mfa',
    userUuid: 'u',
    provenAccounts: [],
    loginType: 'userId',
    proofs: [],
    now,
  };
  const loginId = await putToWait(writingDown(sent), waiting as never);
  expect(loginId).toMatch(/^t\.[A-Za-z0-9_-]{20,}$/);
  expect(inShort(sent)[0]?.[0]).toBe('insert into pending_sign_ins');
  expect(sent[0]?.parameters).not.toContain(loginId.slice(2));
});

test.each([
  ['is good', { password_changed_at: proven }, true],
  ['is of the password before', { password_changed_at: put }, false],
  ['is of another account', { uuid: 'w' }, false],
])('what was proven %s', (_, state, expected) => {
  const account = { uuid: 'u', password_changed_at: null, signed_out_at: Number.NEGATIVE_INFINITY, ...state };
  expect(isTakenProven(account, { provenAccounts: candidates })).toBe(expected);
});

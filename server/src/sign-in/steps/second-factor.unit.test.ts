import type { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { isFailure } from '#contract/errors.ts';
import { loginMfa } from '#contract/sign-in/login.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import { inShort, writingDown } from '#test/sent.ts';
import { tryIn } from './second-factor.ts';

const now = new Date('2026-05-01T12:00:00Z');
const client = { address: '192.0.2.7', network: '192.0.2.7', userAgent: 'a browser', requestId: 'r' };
const where = { door: 'known', client, now } as never;
const account = { tenant_id: 't', uuid: 'u', user_id: 'taro', roles: ['User'], policy: securityPolicy.parse({}) };
const taken = { loginHash: Buffer.from('hash'), loginType: 'userId' } as never;
const tools = { keyedHash: () => Buffer.from('hash') } as never;
const user = { status: 'active', failed_count: 0, failed_since: null, failed_streak: 0, locked_until: null };

async function given(factor: { otp?: string; recoveryCode?: string }, ...answers: object[][]) {
  const sent: CompiledQuery[] = [];
  const proof = await tryIn(tools, writingDown(sent, answers), {
    ...{ taken, account, given: factor, where, route: loginMfa },
  });
  return { proof, sent: inShort(sent).map(([what]) => what) };
}

test.each([
  ['otp', { otp: '123456' }],
  ['recoveryCode', { recoveryCode: 'abcd-efgh' }],
])('a wrong %s is counted, and the sign-in waits on', async (field, factor) => {
  const { proof, sent } = await given(factor, [], [], [user], []);
  expect(isFailure(proof, 'wrong_otp')).toBe(true);
  expect(proof).toMatchObject({ detail: { field } });
  expect(sent.filter((what) => !what.startsWith('select')).slice(-3)).toEqual([
    ...['update pending_sign_ins', 'update users', 'insert into login_log'],
  ]);
});

test('of a recovery code that was used the person is told how many are left, and the log keeps it', async () => {
  const { proof, sent } = await given({ recoveryCode: 'abcd-efgh' }, [{ user_uuid: 'u' }], [{ left: 2 }]);
  expect(proof).toMatchObject({ method: 'recoveryCode', at: now });
  expect(sent.slice(0, 3)).toEqual([
    ...['update recovery_codes', expect.stringMatching(/^select/), 'insert into system_operation_log'],
  ]);
});

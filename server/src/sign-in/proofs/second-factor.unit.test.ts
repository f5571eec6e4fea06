import { TOTP } from 'otpauth';
import type { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { inShort, writingDown } from '#test/sent.ts';
import { newTotpSecret } from '../../platform/crypto/totp.ts';
import { acceptSecondFactor, secondFactorMethods } from './second-factor.ts';

const now = new Date('2026-05-01T12:00:00Z');
const secrets = [newTotpSecret(), newTotpSecret()];
const apps = secrets.map((secret, at) => ({ uuid: `t${at}`, sealed_secret: Buffer.from(secret) }));
const otpOf = (secret = '') => new TOTP({ secret }).generate({ timestamp: now.getTime() });
const tools = { sealer: { open: (sealed: Buffer) => sealed }, keyedHash: () => Buffer.from('hash') };

test.each<[string, object[][], string[]]>([
  ['nothing is set up', [[], [{ offered: true }], [{ left: 1 }]], []],
  ['an app is', [apps, [{ offered: true }], [{ left: 0 }]], ['totp']],
  ['an app and codes are', [apps, [{ offered: true }], [{ left: 1 }]], ['totp', 'recoveryCode']],
  ['the tenant has turned it off', [apps, [{ offered: false }], [{ left: 1 }]], []],
  ['the tenant is gone', [apps, [], [{ left: 1 }]], []],
])('where %s', async (_, answers, expected) => {
  expect(await secondFactorMethods(writingDown([], answers), 'u')).toEqual(expected);
});

const taken = [{ uuid: 't' }];
test.each<[string, { otp?: string; recoveryCode?: string }, object[][], string | null, number]>([
  ['nothing', {}, [], null, 0],
  ['a code', { otp: otpOf(secrets[0]) }, [apps, taken], 'totp', 2],
  ['a code of the second app', { otp: otpOf(secrets[1]) }, [apps, taken], 'totp', 2],
  ['a code that was taken before', { otp: otpOf(secrets[0]) }, [apps, []], null, 2],
  ['a wrong code', { otp: '' }, [apps, taken], null, 1],
  ['a code where no app is', { otp: otpOf(secrets[0]) }, [[], taken], null, 1],
  ['a recovery code', { recoveryCode: 'abcd-efgh' }, [taken], 'recoveryCode', 1],
  ['a recovery code that was used', { recoveryCode: 'abcd-efgh' }, [[]], null, 1],
  ['a used recovery code beside a code', { recoveryCode: 'abcd-efgh', otp: otpOf(secrets[0]) }, [[], taken], null, 1],
])('%s', async (_, given, answers, method, questions) => {
  const sent: CompiledQuery[] = [];
  const whose = { tenantId: 't', userUuid: 'u' };
  const proof = await acceptSecondFactor(writingDown(sent, answers), tools as never, whose, given, now);
  expect(proof?.method ?? null).toBe(method);
  if (proof) expect(proof.at).toEqual(now);
  expect(inShort(sent)).toHaveLength(questions);
});

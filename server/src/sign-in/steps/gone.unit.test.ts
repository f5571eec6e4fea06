import { expect, test } from 'vitest';
import { writingDown } from '#test/sent.ts';
import { newPassword } from './new-password.ts';
import { secondFactor } from './second-factor.ts';
import { selectAccounts } from './select-accounts.ts';
import { admit } from './step.ts';
import { proceed } from './steps.ts';

const now = new Date('2026-05-01T12:00:00Z');
const inTenant = (_: string, work: (tx: unknown) => Promise<unknown>) => work(writingDown([]));
const resuming = { tools: { db: { inTenant } }, browser: {}, now } as never;
const gone = { loginId: `kelvin.${'S'.repeat(43)}`, withMyInfo: false };

test.each<[string, () => Promise<unknown>]>([
  ['a second factor', () => secondFactor.accept(resuming, { ...gone, otp: '123456' })],
  ['a new password', () => newPassword.accept(resuming, { ...gone, newPassword: 'a new one' })],
  ['an account', () => selectAccounts.accept(resuming, { ...gone, tenantId: 'kelvin' })],
])('%s for a sign-in that does not wait is refused', async (_, accept) => {
  await expect(accept()).rejects.toMatchObject({ id: 'login_expired' });
});

test('an account that has gone meanwhile is not admitted', async () => {
  const taken = { userUuid: 'u', provenAccounts: [], loginType: 'userId' } as const;
  expect(await admit(resuming, writingDown([]), taken)).toMatchObject({ refused: { id: 'login_expired' } });
});

test('a sign-in is somebody’s', async () => {
  await expect(proceed({} as never, writingDown([]), [], {} as never)).rejects.toThrow('nobody is signing in');
});

test('a step of one account begins with one', async () => {
  const nobody = { accounts: [], methods: [], signIn: {} } as never;
  for (const step of [secondFactor, newPassword])
    await expect((async () => step.begin(writingDown([]), nobody))()).rejects.toThrow('begun without it');
});

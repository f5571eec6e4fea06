import { expect, test } from 'vitest';
import { writingDown } from '#test/sent.ts';
import { giveSecondFactorAtDevice } from './second-factor.ts';

test('of an account or a credential that has gone meanwhile a sign-in does not go on', async () => {
  const now = new Date('2026-05-01T12:00:00Z');
  const waiting = { tenant_id: 'kelvin', user_uuid: 'u', candidates: [], proofs: [], expires_at: now };
  const tx = writingDown([], [[waiting], []]);
  const tools = { db: { inTenant: (_: string, work: (given: unknown) => Promise<unknown>) => work(tx) } };
  const device = { tenantId: 'kelvin', uuid: 'd', deviceId: 'mfp', familyHash: Buffer.from('family') };
  const given = { loginId: `kelvin.${'S'.repeat(43)}`, otp: '123456' };
  const answer = giveSecondFactorAtDevice(tools as never, device as never, given, {} as never, now);
  await expect(answer).rejects.toMatchObject({ id: 'login_expired' });
});

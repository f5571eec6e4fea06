import type { Bench } from '../measure.ts';
import { median } from '../measure.ts';
import { post, seedMillion, signInAdministrator } from '../portico/million.ts';
import { type Row, sizeRow } from '../report.ts';

/** A change that affects users in every way that is counted. */
const securityPolicy = {
  passwordPolicy: { minLength: 14, expiresAfterDays: 30 },
  accountLockPolicy: { failures: 5 },
  sessionPolicy: { idleMinutes: 10, absoluteMinutes: 60, reauthenticationMinutes: 5 },
  loginPolicy: { mfa: { siteEnforceMfa: { enabled: true, roles: ['User', 'PowerUser'] } } },
};

interface Preview {
  effects: { effect: string; users: number }[];
  usersTotal: number;
  cursor?: string;
}

/** The affected users shown before saving a policy, for a million users. */
export async function measurePolicy(bench: Bench): Promise<Row[]> {
  await seedMillion(bench);
  const token = await signInAdministrator(bench);
  const whole: number[] = [];
  const bites: number[] = [];
  const notes: string[] = [];
  for (let run = 0; run < bench.runs; run += 1) {
    const sums = new Map<string, number>();
    const start = performance.now();
    let cursor: string | undefined;
    do {
      const asked = performance.now();
      const body = { securityPolicy, ...(cursor && { cursor }) };
      const part: Preview = await post(bench, token, '/securityPolicy/operations/preview', body);
      bites.push(performance.now() - asked);
      for (const { effect, users } of part.effects) sums.set(effect, (sums.get(effect) ?? 0) + users);
      cursor = part.cursor;
    } while (cursor);
    whole.push(performance.now() - start);
    if (run === 0) notes.push([...sums].map(([effect, users]) => `${effect} ${users}`).join(', '));
  }
  notes.push(`${bites.length / bench.runs} parts, each seen; the longest ${Math.max(...bites).toFixed(0)} ms`);
  const row = { id: 'policy', title: 'numbers before saving a policy', unit: 'ms' as const };
  return [{ ...sizeRow({ ...row, figure: median(whole), limit: 5000, notes }), runs: whole }];
}

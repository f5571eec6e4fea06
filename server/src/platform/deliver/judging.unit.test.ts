import { describe, expect, it } from 'vitest';
import { afterAttempt, type Attempt, type Health, judge } from './judging.ts';

const now = new Date('2030-01-10T00:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
type Judgeable = Parameters<typeof judge>[1][number];
const attempt = (failure: Attempt['failure'], more: Partial<Judgeable> = {}): Judgeable => ({
  ...{ sequence: 1, at: now, millis: 5, status: failure === null ? 200 : null, failure, isAgain: false },
  ...more,
});

describe('an event', () => {
  it.each([
    [{ tries: 0, first_tried_at: null }, 5],
    [{ tries: 1, first_tried_at: ago(0) }, 15],
    [{ tries: 2, first_tried_at: ago(0) }, 45],
    [{ tries: 5, first_tried_at: ago(1) }, 900],
    [{ tries: 90, first_tried_at: ago(23.7) }, 900],
  ])('%o is tried again after %d s', (tried, seconds) => {
    const { state, nextAt } = afterAttempt(tried, attempt('timeout'));
    expect([state, (nextAt.getTime() - now.getTime()) / 1000]).toEqual(['waiting', seconds]);
  });

  it('is given up after a day, and at once if the log has it no more', () => {
    expect(afterAttempt({ tries: 95, first_tried_at: ago(23.8) }, attempt('timeout')).state).toBe('dead');
    expect(afterAttempt({ tries: 0, first_tried_at: null }, attempt('expired')).state).toBe('dead');
    expect(afterAttempt({ tries: 95, first_tried_at: ago(30) }, attempt(null)).state).toBe('delivered');
  });
});

describe('a receiver', () => {
  const well: Health = { failures: 0, failing_since: null, failed_at: null };
  const failing: Health = { failures: 3, failing_since: ago(71), failed_at: ago(0.2) };
  const said = (before: Health, attempts: Judgeable[]) => {
    const judged = judge(before, attempts, now);
    return judged && [judged.failures, (judged.heldUntil.getTime() - now.getTime()) / 1000, judged.stop];
  };

  it.each<[string, Health, Judgeable[], unknown]>([
    ['nothing was attempted', well, [], null],
    ['only what the log has no more', failing, [attempt('expired')], null],
    ['all arrived', failing, [attempt(null)], [0, 0, null]],
    ['the first failure', well, [attempt('timeout')], [1, 5, null]],
    ['one more', failing, [attempt('connection')], [4, 135, null]],
    ['what it refused before', failing, [attempt('status', { isAgain: true })], [4, 45, null]],
    ['that and another', failing, [attempt('status', { isAgain: true }), attempt('tls')], [4, 135, null]],
    ['one of many failed', failing, [attempt(null), attempt('status', { status: 500 })], [1, 5, null]],
    ['for three days', { ...failing, failing_since: ago(72) }, [attempt('tls')], [4, 135, 'failing']],
    [
      'three days ago and then nothing',
      { ...failing, failing_since: ago(72), failed_at: ago(25) },
      [attempt('tls')],
      [4, 135, null],
    ],
    [
      'three days, but one arrived',
      { ...failing, failing_since: ago(72) },
      [attempt('tls'), attempt(null)],
      [1, 5, null],
    ],
    ['it is gone', well, [attempt('status', { status: 410 })], [1, 5, 'gone']],
  ])('%s', (_, before, attempts, expected) => expect(said(before, attempts)).toEqual(expected));

  it('is failing since the first failure', () => {
    expect(judge(failing, [attempt('timeout')], now)?.failing_since).toEqual(ago(71));
    expect(judge(well, [attempt('timeout')], now)?.failing_since).toEqual(now);
    expect(judge(failing, [attempt(null)], now)?.failing_since).toBeNull();
  });
});

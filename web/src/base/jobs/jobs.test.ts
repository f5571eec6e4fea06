import { expect, test } from 'vitest';
import type { Job } from '#contract/site/jobs.ts';
import ui from '#messages/en/ui.json' with { type: 'json' };
import { createTranslate } from '../../i18n/translate.ts';
import { jobPace } from '../../ui/job/job-pace.ts';
import { isImportRunning } from './job-queries.ts';
import { trayJobs } from './jobs.ts';

const t = createTranslate('en', { ui });
const now = Date.parse('2026-11-21T12:00:00Z');

const job = (over: Partial<Job>): Job => ({
  ...{ jobId: 'i', kind: 'userImport', status: 'completed', fileName: 'staff.csv', action: null, total: null },
  ...{ share: null, canCancel: false, startedBy: 'root', createdAt: '2026-11-21T11:00:00Z', finishedAt: null },
  ...over,
});
const bulk = { kind: 'userBulk', action: 'deactivate', fileName: null, status: 'processing' } as const;
const run = { kind: 'mailRun', fileName: null, status: 'processing' } as const;

test('the tray has what runs, what is pending and what just ended; what runs is first', () => {
  const jobs = [
    job({ jobId: 'ended', finishedAt: '2026-11-21T11:45:00Z' }),
    job({ jobId: 'toMap', status: 'accepting' }),
    job({ jobId: 'export', kind: 'userExport', status: 'accepting', fileName: null, share: 0.25 }),
    job({ jobId: 'pending', status: 'previewed' }),
    job({ jobId: 'old', finishedAt: '2026-11-21T11:15:00Z' }),
  ];
  expect(trayJobs(t, jobs, now).map(({ id, status }) => [id, status])).toEqual([
    ['export', 'accepting'],
    ['ended', 'completed'],
    ['toMap', 'previewed'],
    ['pending', 'previewed'],
  ]);
});

test.each<[string, Partial<Job>, { name: string; path: string }]>([
  ['an import', {}, { name: 'Import of staff.csv', path: '/portal/users/import/i' }],
  ['an undo', { kind: 'undo', fileName: null }, { name: 'Undo of user changes', path: '/portal/users/import/i' }],
  ['users', { kind: 'userExport' }, { name: 'User export', path: '/portal/users/export' }],
  ['devices', { kind: 'deviceExport' }, { name: 'Device export', path: '/portal/devices/export' }],
  ['a log', { kind: 'logExport' }, { name: 'Log export', path: '/portal/tenant/log-export' }],
  ['mails', { ...run, total: 40 }, { name: 'Emails to 40 users', path: '/portal/registration/sendings' }],
  ['a bulk act', { ...bulk, total: 4000 }, { name: 'Deactivate 4,000 users', path: '/portal/users/bulk' }],
])('%s has its name and its page', (_, over, expected) => {
  expect(trayJobs(t, [job(over)], now)).toMatchObject([expected]);
});

test('an email to one user and a change to a few users are not in the tray', () => {
  expect(trayJobs(t, [job({ ...run, total: 1 }), job({ ...bulk, total: 1000 })], now)).toEqual([]);
  expect(trayJobs(t, [job({ ...run, total: 2 }), job({ ...bulk, total: 1001 })], now)).toHaveLength(2);
});

test('an import that waits for its columns does not run', () => {
  expect((['accepting', 'checking', 'previewed', 'processing', 'completed'] as const).map(isImportRunning)).toEqual([
    ...[false, true, false, true, false],
  ]);
});

test('the pace is the server’s where it tells one', () => {
  expect(jobPace({ done: 10, known: 40, perSecond: 5, secondsLeft: 6 })).toEqual({
    share: 0.25,
    rate: 5,
    secondsLeft: 6,
  });
  expect(jobPace({ done: 0, known: 40, perSecond: 0, secondsLeft: null })).toEqual({
    share: 0,
    rate: undefined,
    secondsLeft: undefined,
  });
  expect(jobPace({ done: 10, known: 40, elapsedMs: 2000 })).toEqual({ share: 0.25, rate: 5, secondsLeft: 6 });
});

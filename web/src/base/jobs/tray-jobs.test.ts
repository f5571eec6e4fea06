import { expect, test } from 'vitest';
import type { UserBulkJob } from '#contract/people/user-bulks.ts';
import type { UserExport } from '#contract/people/user-exports.ts';
import type { UserImport } from '#contract/people/user-imports.ts';
import type { MailRun } from '#contract/joining/bulk-mails.ts';
import ui from '#messages/en/ui.json' with { type: 'json' };
import { createTranslate } from '../../i18n/translate.ts';
import { jobPace } from '../../ui/job/job-pace.ts';
import { isImportRunning } from './job-queries.ts';
import { importShare, trayJobs } from './tray-jobs.ts';

const t = createTranslate('en', { ui });
const now = Date.parse('2026-11-21T12:00:00Z');
const progress = { total: null, done: 0, bytes: 0, perSecond: 0, secondsLeft: null };

const imported = (over: Partial<UserImport>) =>
  ({
    ...{ importId: 'i', fileName: 'staff.csv', status: 'completed', fileBytes: 1000, progress },
    ...{ createdAt: '2026-11-21T11:00:00Z', finishedAt: null },
    ...over,
  }) as UserImport;
const exported = (over: Partial<UserExport>) =>
  ({
    ...{ exportStatusId: 'e', status: 'processing', progress: { ...progress, total: 100, done: 25 } },
    ...{ createdAt: '2026-11-21T10:00:00Z', finishedAt: null },
    ...over,
  }) as UserExport;

test('the tray has what runs, what waits and what just ended; what runs stands first', () => {
  const imports = [
    imported({ importId: 'waits', status: 'previewed' }),
    imported({ importId: 'toMap', status: 'accepting', createdAt: '2026-11-21T11:30:00Z' }),
    imported({ importId: 'ended', finishedAt: '2026-11-21T11:45:00Z', createdAt: '2026-11-21T11:40:00Z' }),
    imported({ importId: 'old', finishedAt: '2026-11-21T11:15:00Z' }),
  ];
  const jobs = trayJobs(t, { imports, exports: [exported({}), exported({ finishedAt: '2026-11-20T00:00:00Z' })] }, now);
  expect(jobs.map(({ id, status }) => [id, status])).toEqual([
    ['e', 'processing'],
    ['ended', 'completed'],
    ['toMap', 'previewed'],
    ['waits', 'previewed'],
  ]);
  expect(jobs[0]).toMatchObject({ name: 'Export of users', share: 0.25, path: '/portal/users/export' });
  expect(jobs[1]).toMatchObject({ name: 'Import of staff.csv', path: '/portal/users/import/ended' });
});

test('an export of devices is among them, with the way to its page', () => {
  const [job] = trayJobs(t, { deviceExports: [exported({ status: 'processing' })] }, now);
  expect(job).toMatchObject({ name: 'Export of devices', status: 'processing', path: '/portal/devices/export' });
});

test('mails to many are in the tray, a mail to one is not', () => {
  const run = (over: Partial<MailRun>) =>
    ({
      ...{ sendId: 's', status: 'processing', total: 40, sent: 7, refused: 2, failed: 1 },
      ...{ createdAt: '2026-11-21T11:00:00Z', endedAt: null },
      ...over,
    }) as MailRun;
  const runs = [
    run({}),
    run({ total: 1 }),
    run({ sendId: 'stopped', status: 'cancelled', endedAt: '2026-11-21T11:50:00Z' }),
  ];
  expect(trayJobs(t, { runs }, now)).toEqual([
    { id: 's', name: 'Mails to 40 users', status: 'processing', share: 0.25, path: '/portal/registration/sendings' },
    expect.objectContaining({ id: 'stopped', status: 'canceled' }),
  ]);
});

test('an act on many users says what it does to how many', () => {
  const bulk = {
    ...{ bulkId: 'b', action: 'deactivate', status: 'processing', createdAt: '2026-11-21T11:00:00Z', finishedAt: null },
    progress: { total: 4000, done: 1000, perSecond: 500, secondsLeft: 6 },
  } as UserBulkJob;
  expect(trayJobs(t, { bulks: [bulk, { ...bulk, finishedAt: '2026-11-20T00:00:00Z' }] }, now)).toEqual([
    {
      ...{ id: 'b', name: 'Deactivate 4,000 users', status: 'processing' },
      ...{ share: 0.25, path: '/portal/users/bulk' },
    },
  ]);
});

test('an import that waits for its columns does not run', () => {
  expect((['accepting', 'checking', 'previewed', 'processing', 'completed'] as const).map(isImportRunning)).toEqual([
    ...[false, true, false, true, false],
  ]);
});

test('how far an import is: by bytes while it is read, by rows while it is carried out', () => {
  expect(importShare(imported({ status: 'checking', progress: { ...progress, bytes: 250 } }))).toBe(0.25);
  expect(importShare(imported({ status: 'checking', progress: { ...progress, bytes: 250, total: 10, done: 9 } }))).toBe(
    0.9,
  );
  expect(importShare(imported({ status: 'checking', fileBytes: 0 }))).toBeUndefined();
  expect(importShare(imported({ status: 'processing', progress: { ...progress, total: 4, done: 5 } }))).toBe(1);
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

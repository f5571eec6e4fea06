import { defineCertificateNotices } from './apps/saml-idp/expiry-notices.ts';
import { defineSpKeyNotices } from './federation/own-keys/expiry-notices.ts';
import { defineProviderNotices } from './federation/saml-connections/expiry-notices.ts';
import { defineDomainChecks } from './federation/email-domains/check.ts';
import { sweepWebhookDeliveries } from './logs/webhooks/sweep.ts';
import { defineLogCountJob } from './logs/counting.ts';
import { defineEndedLocks } from './sign-in/ended-locks.ts';
import { expireExports } from './platform/exports/expiry.ts';
import { exportWork } from './platform/exports/job.ts';
import { defineBulks } from './provisioning/scim/bulk/run.ts';
import { defineReleases } from './provisioning/sources/releasing.ts';
import { logExportKind } from './logs/exports/kind.ts';
import { userExportKind } from './people/exports/kind.ts';
import { definePasswordNotices } from './credentials/password-notices/job.ts';
import { importWork } from './people/imports/job.ts';
import { bulkWork } from './people/bulk/job.ts';
import { sweepThrottles } from './platform/limits/throttle.ts';
import {
  keepLogPartitions,
  sweepDeletedUsers,
  sweepEnded,
  sweepLogs,
  sweepLogTerms,
  sweepPermissions,
  sweepTransfers,
  sweepUnknownUsers,
} from './platform/db/across-tenants.ts';
import { deviceExportKind } from './devices/exports/kind.ts';
import { type Jobs, startJobs } from './platform/work/queue.ts';
import { sparingSuspended } from './platform/work/suspension.ts';
import { startWork } from './platform/work/work.ts';
import { mailRunWork } from './joining/bulk-mails/job.ts';
import { defineTokenNotices } from './provisioning/tokens/expiry-notices.ts';
import { defineUnfinished } from './provisioning/unfinished.ts';
import { defineSessionExpiry } from './sign-in/sessions/expiry.ts';
import { sweepDeliveries } from './platform/deliver/outbox.ts';
import { defineResealing } from './platform/secrets/job.ts';
import { startOverUseWatch } from './licences/over-use/watch.ts';
import type { Tools } from './platform/tools.ts';

const SWEEP_BATCH = 1000;

/** All jobs, one line per feature. Each registers its handler and, in a worker, resumes what a crashed worker left. */
const definitions: ((tools: Tools, jobs: Jobs) => Promise<void>)[] = [
  defineHousekeeping,
  defineSessionExpiry,
  definePasswordNotices,
  defineCertificateNotices,
  defineDomainChecks,
  defineProviderNotices,
  defineSpKeyNotices,
  defineTokenNotices,
  defineEndedLocks,
  defineBulks,
  defineReleases,
  defineUnfinished,
  defineLogCountJob,
  defineResealing,
];

/** Work on many rows. */
const works = [
  exportWork(userExportKind),
  exportWork(logExportKind),
  exportWork(deviceExportKind),
  mailRunWork,
  bulkWork,
  importWork,
];

/**
 * Creates log partitions ahead of time (before anything can write a log) and connects to the queue: afterwards
 * `tools.jobs` can wake jobs, and a worker process runs them.
 */
export async function startBackground(
  tools: Tools,
  how: { worker: boolean },
  stops: (() => Promise<unknown>)[],
): Promise<void> {
  await keepPartitions(tools);
  const onError = (error: unknown) => tools.log.warn({ err: error }, 'jobs');
  const jobs = await startJobs({ connection: tools.session, worker: how.worker, onError });
  const sparing = sparingSuspended(tools.db, jobs, onError);
  stops.push(sparing.stop, jobs.stop);
  tools.jobs = jobs;
  for (const define of definitions) await define(tools, sparing.jobs);
  await startWork(tools, sparing.jobs, works);
  if (!how.worker) return;
  stops.push(startOverUseWatch(tools));
}

/** Deletes expired rows and logs past their retention: hourly, once for all processes together. */
async function defineHousekeeping(tools: Tools, jobs: Jobs): Promise<void> {
  await jobs.defineJob('housekeeping', {
    cron: '7 * * * *',
    run: async (_, { signal }) => {
      await keepPartitions(tools);
      await sweepThrottles(tools.db, tools.clock());
      await expireExports(tools, signal);
      while (!signal.aborted && (await sweepTransfers(tools.db.pool, tools.clock(), SWEEP_BATCH)) >= SWEEP_BATCH);
      while (!signal.aborted && (await sweepDeletedUsers(tools.db.pool, tools.clock(), SWEEP_BATCH)) >= SWEEP_BATCH);
      while (!signal.aborted && (await sweepUnknownUsers(tools.db.pool, tools.clock(), SWEEP_BATCH)) >= SWEEP_BATCH);
      while (!signal.aborted && (await sweepDeliveries(tools.db.pool, tools.clock(), SWEEP_BATCH)) >= SWEEP_BATCH);
      while (
        !signal.aborted &&
        (await sweepWebhookDeliveries(tools.db.pool, tools.clock(), SWEEP_BATCH)) >= SWEEP_BATCH
      );
      while (!signal.aborted && (await sweepLogs(tools.db.pool, tools.clock(), SWEEP_BATCH)) >= SWEEP_BATCH);
      while (!signal.aborted && (await sweepPermissions(tools.db.pool, 10 * SWEEP_BATCH)) >= 10 * SWEEP_BATCH);
      while (!signal.aborted && (await sweepLogTerms(tools.db.pool, tools.clock(), SWEEP_BATCH)) >= SWEEP_BATCH);
      while (!signal.aborted && (await sweepEnded(tools.db.pool, tools.clock(), SWEEP_BATCH)) >= SWEEP_BATCH);
    },
  });
}

async function keepPartitions(tools: Tools): Promise<void> {
  const now = tools.clock();
  const month = (shift: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + shift, 1));
  await keepLogPartitions(tools.db.pool, month(-1), month(2), month(-tools.config.LOG_RETENTION_MONTHS));
}

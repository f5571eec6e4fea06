import { defineWork } from '../../platform/work/work.ts';
import type { RunRow } from './queries.ts';
import { endRun, loggedOf, sendBatch } from './send.ts';

/** Mailings: each batch marks who is mailed in the transaction that queues their mails, so that a crash never sends twice. */
export const mailRunWork = defineWork<RunRow, RunRow>({
  ...{ job: 'mailRun', key: 'runUuid', table: 'mail_runs', id: 'uuid', ended: 'ended_at' },
  batch: sendBatch,
  committed: ({ wakeDeliveries }) => wakeDeliveries(),
  giveUp: endRun,
  logged: loggedOf,
});

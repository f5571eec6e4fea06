import { SYSTEM } from '#contract/principals.ts';
import { type Changes, FROM_NO_CALL, writeOperation } from '../../platform/events/write.ts';
import { findDomainsToCheck } from '../../platform/db/across-tenants.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import type { Jobs } from '../../platform/work/queue.ts';
import { findAdministrators, noticeTime, queueMailsTo } from '../../tenant/notices/notices.ts';
import { keepCheck } from './email-domains.ts';
import { lookForProof } from './proof.ts';
import { findDomain } from './queries.ts';
import { graceEnd } from './state.ts';

const JOB = 'emailDomains';
const BATCH = 100;

/**
 * Looks for the proof of a domain and keeps what was found; nothing is held while the network is asked. `audit` writes its
 * row, if something changed. Administrators are told by email once a proof goes missing. False: there is no such domain.
 */
export async function checkDomain(
  tools: Tools,
  { tenantId, domain }: { tenantId: string; domain: string },
  now: Date,
  audit: (tx: Tx, changes: Changes) => Promise<void>,
): Promise<boolean> {
  const row = await tools.db.reading(tenantId, (tx) => findDomain(tx, domain));
  if (!row) return false;
  const cause = await lookForProof(tools.outgoing, domain, row.proof_value);
  await tools.db.inTenant(tenantId, async (tx) => {
    const changes = await keepCheck(tx, { domain, uuid: row.uuid, cause }, now);
    await audit(tx, changes);
    if (changes.state?.before === 'proven' && changes.state.after === 'missing')
      await tellMissing(tools, tx, domain, now);
  });
  return true;
}

async function tellMissing(tools: Tools, tx: Tx, domain: string, now: Date): Promise<void> {
  const link = `${tools.config.publicUrl}/portal/email-domains/${domain}`;
  const end = graceEnd({ proven_at: now, missing_since: now }) ?? now;
  const mails = (await findAdministrators(tx)).map((receiver) => {
    const variables = () => ({ domain, endsAt: noticeTime(end, receiver) });
    return { receiver, link, variables };
  });
  await queueMailsTo(tools, tx, mails, { kind: 'domainProofMissing', now });
}

/** Looks for the proofs that are due, every hour for all tenants; a domain nobody answers for costs its own time only. */
export const defineDomainChecks = (tools: Tools, jobs: Jobs): Promise<void> =>
  jobs.defineJob(JOB, {
    cron: '17 * * * *',
    run: async (_, { signal }) => {
      while (!signal.aborted && (await checkDue(tools)) >= BATCH);
    },
  });

/** Looks for one batch of proofs that are due; answers how many. */
export async function checkDue(tools: Tools): Promise<number> {
  const now = tools.clock();
  const due = await findDomainsToCheck(tools.db.pool, now, BATCH);
  // One that fails for a fault of ours keeps nobody else waiting.
  const done = await Promise.allSettled(
    due.map(({ tenant_id: tenantId, domain }) =>
      checkDomain(tools, { tenantId, domain }, now, async (tx, changes) => {
        if (Object.keys(changes).length === 0) return;
        await writeOperation(tx, {
          ...{ tenantId, at: now, operation: 'update', action: `job ${JOB}`, type: 'emailDomain.checked' },
          ...{ actor: SYSTEM, targetId: domain, changes, ...FROM_NO_CALL },
        });
      }),
    ),
  );
  tools.wakeDeliveries();
  const failed = done.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return due.length;
}

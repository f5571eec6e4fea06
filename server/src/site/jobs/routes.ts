import * as contract from '#contract/site/jobs.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle } from '../../platform/http/serve.ts';
import { listJobs } from './jobs.ts';

export const jobRoutes = [
  handle(contract.listJobs, async (call) => {
    ownTenant(call);
    return listJobs(call.tx, call.caller, call.query, call.now);
  }),
];

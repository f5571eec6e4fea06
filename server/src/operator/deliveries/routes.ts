import * as contract from '#contract/operator/deliveries.ts';
import { handle } from '../../platform/http/serve.ts';
import { listDead } from './deliveries.ts';

export const deliveryRoutes = [
  handle(contract.listDeadDeliveries, async ({ tools, query }) => ({
    results: await listDead(tools, query.tenantId ?? null),
  })),
];

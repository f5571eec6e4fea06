import * as contract from '#contract/operator/maintenance.ts';
import { handle } from '../../http/serve.ts';
import { addMaintenance, endMaintenance, listMaintenances } from './maintenance.ts';

export const maintenanceRoutes = [
  handle(contract.listMaintenances, async ({ tools, now }) => ({
    results: await listMaintenances(tools, now),
  })),
  handle(contract.addMaintenance, ({ tools, body, ...act }) => addMaintenance(tools, act, body)),
  handle(contract.endMaintenance, ({ tools, params, ...act }) => endMaintenance(tools, act, params.uuid)),
];

import * as contract from '#contract/operator/maintenance.ts';
import { handle } from '../../platform/http/serve.ts';
import { addMaintenance, endMaintenance, listMaintenances } from './maintenance.ts';

export const maintenanceRoutes = [
  handle(contract.listMaintenances, async ({ tx, now }) => ({
    results: await listMaintenances(tx, now),
  })),
  handle(contract.addMaintenance, ({ tx, body, ...act }) => addMaintenance(tx, act, body)),
  handle(contract.endMaintenance, ({ tx, params, ...act }) => endMaintenance(tx, act, params.uuid)),
];

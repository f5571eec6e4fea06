import * as contract from '#contract/operator/maintenance.ts';
import { handleOperator } from '../authorize.ts';
import { addMaintenance, endMaintenance, listMaintenances } from './maintenance.ts';

export const maintenanceRoutes = [
  handleOperator(contract.listMaintenances, async ({ tools, now }) => ({
    results: await listMaintenances(tools, now),
  })),
  handleOperator(contract.addMaintenance, ({ tools, body }, act) => addMaintenance(tools, act, body)),
  handleOperator(contract.endMaintenance, ({ tools, params }, act) => endMaintenance(tools, act, params.uuid)),
];

import * as contract from '#contract/operator/services.ts';
import { handleOperator } from '../authorize.ts';
import { createService, listServices, showService, updateService } from './services.ts';

export const serviceRoutes = [
  handleOperator(contract.listServices, async ({ tools }) => ({ results: await listServices(tools) })),
  handleOperator(contract.createService, ({ tools, body }, act) => createService(tools, act, body)),
  handleOperator(contract.getService, ({ tools, params }) => showService(tools, params.serviceClass)),
  handleOperator(contract.updateService, ({ tools, params, body }, act) =>
    updateService(tools, act, params.serviceClass, body),
  ),
];

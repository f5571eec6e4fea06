import * as contract from '#contract/operator/services.ts';
import { handle } from '../../platform/http/serve.ts';
import { createService, listServices, showService, updateService } from './services.ts';

export const serviceRoutes = [
  handle(contract.listServices, async ({ tools }) => ({ results: await listServices(tools) })),
  handle(contract.createService, ({ tools, body, ...act }) => createService(tools, act, body)),
  handle(contract.getService, ({ tools, params }) => showService(tools, params.serviceClass)),
  handle(contract.updateService, ({ tools, params, body, ...act }) =>
    updateService(tools, act, params.serviceClass, body),
  ),
];

import * as contract from '#contract/operator/services.ts';
import { handle } from '../../platform/http/serve.ts';
import { createService, listServices, showService, updateService } from './services.ts';

export const serviceRoutes = [
  handle(contract.listServices, async ({ tx }) => ({ results: await listServices(tx) })),
  handle(contract.createService, ({ tx, body, ...act }) => createService(tx, act, body)),
  handle(contract.getService, ({ tx, params }) => showService(tx, params.serviceClass)),
  handle(contract.updateService, ({ tx, params, body, ...act }) => updateService(tx, act, params.serviceClass, body)),
];

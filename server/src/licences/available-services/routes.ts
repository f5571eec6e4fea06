import * as contract from '#contract/licences/available-services.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { readIcon } from '../icons/icons.ts';
import { availableServices } from './available-services.ts';

export const availableServiceRoutes: Served[] = [
  handle(contract.listAvailableServices, async ({ tx, caller, query, now }) => ({
    results: await availableServices(tx, caller, query, now),
  })),
  handle(contract.getServiceIcon, ({ tools, params }) => readIcon(tools, params.serviceClass)),
];

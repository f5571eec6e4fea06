import * as contract from '#contract/operator/tenants.ts';
import { handle } from '../../http/serve.ts';
import * as tenants from './tenants.ts';

export const tenantRoutes = [
  handle(contract.listTenants, async ({ tools }) => ({ results: await tenants.listTenants(tools) })),
  handle(contract.createTenant, ({ tools, body, ...act }) => tenants.createTenant(tools, act, body)),
  handle(contract.getTenant, ({ tools, params }) => tenants.showTenant(tools, params.tenantId)),
  handle(contract.updateTenant, ({ tools, params, body, ...act }) =>
    tenants.updateTenant(tools, act, params.tenantId, body),
  ),
  handle(contract.suspendTenant, ({ tools, params, ...act }) => tenants.suspendTenant(tools, act, params.tenantId)),
  handle(contract.resumeTenant, ({ tools, params, ...act }) => tenants.resumeTenant(tools, act, params.tenantId)),
];

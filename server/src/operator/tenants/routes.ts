import * as contract from '#contract/operator/tenants.ts';
import { handle } from '../../platform/http/serve.ts';
import * as tenants from './tenants.ts';

export const tenantRoutes = [
  handle(contract.listTenants, async ({ tools }) => ({ results: await tenants.listTenants(tools) })),
  handle(contract.createTenant, ({ tools, body, ...act }) => tenants.createTenant(tools, act, body)),
  handle(contract.getTenant, ({ tx }) => tenants.readTenant(tx)),
  handle(contract.updateTenant, ({ tx, params, body, ...act }) => tenants.updateTenant(tx, act, params.tenantId, body)),
  handle(contract.suspendTenant, ({ tx, params, ...act }) => tenants.suspendTenant(tx, act, params.tenantId)),
  handle(contract.resumeTenant, ({ tx, params, ...act }) => tenants.resumeTenant(tx, act, params.tenantId)),
];

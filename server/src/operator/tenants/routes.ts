import * as contract from '#contract/operator/tenants.ts';
import { handleOperator } from '../authorize.ts';
import * as tenants from './tenants.ts';

export const tenantRoutes = [
  handleOperator(contract.listTenants, async ({ tools }) => ({ results: await tenants.listTenants(tools) })),
  handleOperator(contract.createTenant, ({ tools, body }, act) => tenants.createTenant(tools, act, body)),
  handleOperator(contract.getTenant, ({ tools, params }) => tenants.showTenant(tools, params.tenantId)),
  handleOperator(contract.updateTenant, ({ tools, params, body }, act) =>
    tenants.updateTenant(tools, act, params.tenantId, body),
  ),
  handleOperator(contract.suspendTenant, ({ tools, params }, act) =>
    tenants.suspendTenant(tools, act, params.tenantId),
  ),
  handleOperator(contract.resumeTenant, ({ tools, params }, act) => tenants.resumeTenant(tools, act, params.tenantId)),
];

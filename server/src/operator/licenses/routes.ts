import * as contract from '#contract/operator/licenses.ts';
import { handleOperator } from '../authorize.ts';
import * as licenses from './licenses.ts';

export const licenseRoutes = [
  handleOperator(contract.listTenantLicenses, async ({ tools, params }, act) => ({
    results: await licenses.listLicenses(tools, act, params.tenantId),
  })),
  handleOperator(contract.createLicense, ({ tools, params, body }, act) =>
    licenses.createLicense(tools, act, params.tenantId, body),
  ),
  handleOperator(contract.updateLicense, ({ tools, params, body }, act) =>
    licenses.updateLicense(tools, act, params, body),
  ),
  handleOperator(contract.suspendLicense, ({ tools, params }, act) => licenses.suspendLicense(tools, act, params)),
  handleOperator(contract.resumeLicense, ({ tools, params }, act) => licenses.resumeLicense(tools, act, params)),
];

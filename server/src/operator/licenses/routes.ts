import * as contract from '#contract/operator/licenses.ts';
import { handle } from '../../platform/http/serve.ts';
import * as licenses from './licenses.ts';

export const licenseRoutes = [
  handle(contract.listTenantLicenses, async ({ tools, params, ...act }) => ({
    results: await licenses.listLicenses(tools, act, params.tenantId),
  })),
  handle(contract.createLicense, ({ tools, params, body, ...act }) =>
    licenses.createLicense(tools, act, params.tenantId, body),
  ),
  handle(contract.updateLicense, ({ tools, params, body, ...act }) => licenses.updateLicense(tools, act, params, body)),
  handle(contract.suspendLicense, ({ tools, params, ...act }) => licenses.suspendLicense(tools, act, params)),
  handle(contract.resumeLicense, ({ tools, params, ...act }) => licenses.resumeLicense(tools, act, params)),
];

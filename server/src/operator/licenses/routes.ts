import * as contract from '#contract/operator/licenses.ts';
import { handle } from '../../platform/http/serve.ts';
import * as licenses from './licenses.ts';

export const licenseRoutes = [
  handle(contract.listTenantLicenses, async ({ tx, ...act }) => ({ results: await licenses.listLicenses(tx, act) })),
  handle(contract.createLicense, ({ tools, params, body, ...act }) =>
    licenses.createLicense(tools, act, params.tenantId, body),
  ),
  handle(contract.updateLicense, ({ tools, tx, params, body, ...act }) =>
    licenses.updateLicense(tools, tx, act, { ...params, given: body }),
  ),
  handle(contract.suspendLicense, ({ tx, params, ...act }) => licenses.suspendLicense(tx, act, params)),
  handle(contract.resumeLicense, ({ tx, params, ...act }) => licenses.resumeLicense(tx, act, params)),
];

import { newContract } from '#contract/operator/contracts.ts';
import { newLicense } from '#contract/operator/licenses.ts';
import { newService } from '#contract/operator/services.ts';
import type { Tools } from '../../tools.ts';
import type { Act } from '../act.ts';
import { createContract, listContracts } from '../contracts/contracts.ts';
import { createLicense, suspendLicense } from '../licenses/licenses.ts';
import { createService, listServices } from '../services/services.ts';
import { type DemoContract, demoContracts, demoServices } from './catalogue.ts';

/** Makes the services the demo offers, and gives the demo tenants licences; what is there stays as it is. */
export async function ensureDemoServices(tools: Tools, act: Act): Promise<void> {
  const known = new Set((await listServices(tools)).map(({ serviceClass }) => serviceClass));
  for (const service of demoServices) {
    if (!known.has(service.serviceClass)) await createService(tools, act, newService.parse(service));
  }
  const byTenant = demoContracts(tools.config.PRODUCT_NAME, act.now);
  for (const [tenantId, contracts] of Object.entries(byTenant)) {
    const made = new Set((await listContracts(tools, tenantId)).map(({ contractId }) => contractId));
    for (const contract of contracts) {
      if (!made.has(contract.contract.contractId)) await makeContract(tools, act, tenantId, contract);
    }
  }
}

async function makeContract(
  tools: Tools,
  act: Act,
  tenantId: string,
  { contract, licenses }: DemoContract,
): Promise<void> {
  const { contractId } = await createContract(tools, act, tenantId, newContract.parse(contract));
  for (const { suspended, ...license } of licenses) {
    await createLicense(tools, act, tenantId, newLicense.parse({ ...license, contractId }));
    if (suspended) await suspendLicense(tools, act, { tenantId, licenseId: license.licenseId });
  }
}

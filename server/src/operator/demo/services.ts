import { deviceTypesOf } from '#contract/devices/device-types.ts';
import { newContract } from '#contract/operator/contracts.ts';
import { newLicense } from '#contract/operator/licenses.ts';
import { newService } from '#contract/operator/services.ts';
import { PROVIDER } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import type { Acting } from '../../platform/http/acting.ts';
import { createContract, listContracts } from '../contracts/contracts.ts';
import { createLicense, suspendLicense } from '../licenses/licenses.ts';
import { createService, listServices } from '../services/services.ts';
import { newDevice } from '#contract/operator/devices.ts';
import { setPermissions } from '../../licences/permissions/permissions.ts';
import { setRule } from '../../licences/permissions/rules.ts';
import { registerDevices } from '../devices/devices.ts';
import { type DemoContract, demoContracts, demoDevices, type DemoPermission, demoServices } from './catalogue.ts';

/** Makes the services the demo offers, and gives the demo tenants licences; what is there stays as it is. */
export async function ensureDemoServices(tools: Tools, act: Acting): Promise<void> {
  const known = new Set((await tools.db.inTenant(PROVIDER, listServices)).map(({ serviceClass }) => serviceClass));
  for (const service of demoServices) {
    if (!known.has(service.serviceClass))
      await tools.db.inTenant(PROVIDER, (tx) => createService(tx, act, newService.parse(service)));
  }
  const devices = demoDevices(tools.config.PRODUCT_NAME);
  const byTenant = demoContracts(tools.config.PRODUCT_NAME, act.now);
  for (const [tenantId, contracts] of Object.entries(byTenant)) {
    const made = new Set((await tools.db.inTenant(tenantId, listContracts)).map(({ contractId }) => contractId));
    // Devices come with the first contract: those removed since stay away.
    const own = made.size === 0 ? (devices[tenantId] ?? []) : [];
    if (own.length > 0) {
      const given = own.map((device) => newDevice.parse(device));
      await tools.db.inTenant(tenantId, (tx) => registerDevices(tools, tx, act, { tenantId, given }));
    }
    for (const contract of contracts) {
      if (!made.has(contract.contract.contractId)) await makeContract(tools, act, tenantId, contract);
    }
  }
}

async function makeContract(
  tools: Tools,
  act: Acting,
  tenantId: string,
  { contract, licenses }: DemoContract,
): Promise<void> {
  const { contractId } = await tools.db.inTenant(tenantId, (tx) =>
    createContract(tx, act, tenantId, newContract.parse(contract)),
  );
  for (const { suspended, permitted, ...license } of licenses) {
    await createLicense(tools, act, tenantId, newLicense.parse({ ...license, contractId }));
    if (permitted) await permit(tools, act, tenantId, license, permitted);
    const key = { tenantId, licenseId: license.licenseId };
    if (suspended) await tools.db.inTenant(tenantId, (tx) => suspendLicense(tx, act, key));
  }
}

const wordsOf = (permission: DemoPermission) =>
  'allBut' in permission ? permission.allBut : 'only' in permission ? permission.only : [];

async function permit(
  tools: Tools,
  act: Acting,
  tenantId: string,
  key: { serviceClass: string; licenseId: string },
  permission: DemoPermission,
): Promise<void> {
  const named = wordsOf(permission).map((id) => ({ id, field: 'userId' }));
  await tools.db.inTenant(tenantId, async (tx) => {
    const target = { type: 'license.ruleChanged', targetId: key.licenseId } as const;
    const audit = () => act.audit(tx, target, { tenantId, operation: 'update' });
    const saving = { tx, locale: 'en', now: act.now, operatorUuid: null, audit };
    const known = deviceTypesOf(tools.config.PRODUCT_NAME);
    if ('types' in permission) await setRule(saving, key, { type: 'device', types: permission.types, known }, []);
    else if ('allBut' in permission) await setRule(saving, key, { type: 'user', all: true }, named);
    else {
      const wishes = named.map((one) => ({ ...one, permitted: true }));
      await setPermissions(saving, key, 'user', wishes);
    }
  });
}

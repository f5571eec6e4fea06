import { licenseChanges, licenseParams, newLicense } from '#contract/operator/licenses.ts';
import { tenantParams } from '#contract/operator/tenants.ts';
import * as licenses from '../../licenses/licenses.ts';
import { type Command, parse, type Values } from '../command.ts';

const facts = { volume: 'text', role: 'list', 'device-type': 'list', starts: 'text', expires: 'text' } as const;

/** `all` stands for every role or device type, `contract` for the dates of the contract. */
const typed = (values: Values) => {
  const list = (given: Values[string]) => (Array.isArray(given) && given.includes('all') ? null : given);
  const date = (given: Values[string]) => (given === 'contract' ? null : given);
  return {
    volume: values.volume,
    availableRoles: list(values.role),
    availableDeviceTypes: list(values['device-type']),
    startsAt: date(values.starts),
    expiresAt: date(values.expires),
  };
};

const keyOf = (values: Values) => parse(licenseParams, { tenantId: values.tenant, licenseId: values.license });
const one = { places: ['tenant', 'license'], required: ['tenant', 'license'] } as const;
const key = { tenant: 'text', license: 'text' } as const;

export const licenseCommands: readonly Command[] = [
  {
    name: 'license create',
    places: ['tenant', 'license'],
    options: { ...key, contract: 'text', service: 'text', 'volume-type': 'text', ...facts },
    required: ['tenant', 'license', 'contract', 'service', 'volume'],
    run: async ({ tools, act }, values) => {
      const { tenantId } = parse(tenantParams, { tenantId: values.tenant });
      const { license: licenseId, contract: contractId, service: serviceClass, 'volume-type': volumeType } = values;
      const wanted = parse(newLicense, { licenseId, contractId, serviceClass, volumeType, ...typed(values) });
      return { data: await licenses.createLicense(tools, act, tenantId, wanted) };
    },
  },
  {
    name: 'license update',
    ...one,
    options: { ...key, ...facts },
    run: async ({ tools, act, text }, values) => {
      const change = { ...keyOf(values), given: parse(licenseChanges, typed(values)) };
      const license = await tools.db.inTenant(change.tenantId, (tx) => licenses.updateLicense(tools, tx, act, change));
      const over = license.usedVolume - license.volume;
      return { data: license, notes: over > 0 ? [text('operator.note.overUsed', { count: over })] : [] };
    },
  },
  {
    name: 'license list',
    places: ['tenant'],
    options: { tenant: 'text' },
    required: ['tenant'],
    run: async ({ tools, act }, values) => ({
      data: await tools.db.inTenant(parse(tenantParams, { tenantId: values.tenant }).tenantId, (tx) =>
        licenses.listLicenses(tx, act),
      ),
      columns: ['licenseId', 'serviceName', 'volumeType', 'usedVolume', 'volume', 'status', 'suspendedAt', 'expiresAt'],
    }),
  },
  {
    name: 'license suspend',
    ...one,
    options: key,
    run: async ({ tools, act }, values) => ({
      data: await tools.db.inTenant(keyOf(values).tenantId, (tx) => licenses.suspendLicense(tx, act, keyOf(values))),
    }),
  },
  {
    name: 'license resume',
    ...one,
    options: key,
    run: async ({ tools, act }, values) => ({
      data: await tools.db.inTenant(keyOf(values).tenantId, (tx) => licenses.resumeLicense(tx, act, keyOf(values))),
    }),
  },
];

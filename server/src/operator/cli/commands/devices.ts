import { deviceParams, listTenantDevices, newDevice } from '#contract/operator/devices.ts';
import { tenantParams } from '#contract/operator/tenants.ts';
import { ENROLMENT_DAYS } from '#contract/limits.ts';
import {
  enrolDevice,
  listDevices,
  type Registered,
  registerDevices,
  removeDevice,
  revokeDevice,
} from '../../devices/devices.ts';
import { because, type Command, parse, type Values } from '../command.ts';
import type { Outcome } from '../output.ts';
import { importDevices } from '../device-file.ts';
import type { Text } from '../output.ts';

const keyOf = (values: Values) => parse(deviceParams, { tenantId: values.tenant, deviceId: values.device });
const tenantOf = (values: Values) => parse(tenantParams, { tenantId: values.tenant }).tenantId;

/** What was registered; of devices that were there already there is no secret to show. */
function registered({ enrolments, ...counts }: Registered, text: Text): Outcome {
  if (enrolments.length === 0) return { data: counts };
  return { data: { ...counts, enrolments }, notes: [text('operator.note.enrolmentOnce', { count: ENROLMENT_DAYS })] };
}

export const deviceCommands: readonly Command[] = [
  {
    name: 'device register',
    places: ['tenant', 'serial', 'device-type'],
    options: {
      tenant: 'text',
      serial: 'text',
      'device-type': 'text',
      device: 'text',
      description: 'text',
      reason: 'text',
    },
    required: ['tenant', 'serial', 'device-type'],
    run: async ({ tools, act, text }, values) => {
      const { serial: serialId, 'device-type': deviceType, device: deviceId, description } = values;
      const wanted = parse(newDevice, { serialId, deviceType, deviceId, description });
      const given = { tenantId: tenantOf(values), given: [wanted] };
      const done = await tools.db.inTenant(given.tenantId, (tx) => registerDevices(tools, tx, because(act), given));
      return registered(done, text);
    },
  },
  {
    name: 'device import',
    places: ['tenant', 'file'],
    options: { tenant: 'text', file: 'text', reason: 'text' },
    required: ['tenant', 'file'],
    run: async ({ tools, act, text, show }, values) => {
      const file = { tenantId: tenantOf(values), path: String(values.file) };
      await importDevices(tools, because(act), file, (some) => show(registered(some, text)));
      return { data: undefined };
    },
  },
  {
    name: 'device list',
    places: ['tenant'],
    options: { tenant: 'text', count: 'text', page: 'text' },
    required: ['tenant'],
    run: async ({ tools, act }, values) => {
      const query = parse(listTenantDevices.query, { count: values.count, page: values.page });
      const tenantId = tenantOf(values);
      const page = await tools.db.inTenant(tenantId, (tx) => listDevices(tx, act, tenantId, query));
      return {
        data: page.results,
        columns: ['deviceId', 'serialId', 'deviceType', 'description', 'credentialStatus', 'lastSeenAt'],
      };
    },
  },
  {
    name: 'device remove',
    places: ['tenant', 'device'],
    options: { tenant: 'text', device: 'text' },
    required: ['tenant', 'device'],
    run: async ({ tools, act, text }, values) => {
      const key = keyOf(values);
      await tools.db.inTenant(key.tenantId, (tx) => removeDevice(tx, act, key));
      return { data: null, notes: [text('operator.note.removed', { name: key.deviceId })] };
    },
  },
  {
    name: 'device enrol',
    places: ['tenant', 'device'],
    options: { tenant: 'text', device: 'text', reason: 'text' },
    required: ['tenant', 'device'],
    run: async ({ tools, act, text }, values) => ({
      data: await tools.db.inTenant(keyOf(values).tenantId, (tx) =>
        enrolDevice(tools, tx, because(act), keyOf(values)),
      ),
      notes: [text('operator.note.enrolmentOnce', { count: ENROLMENT_DAYS })],
    }),
  },
  {
    name: 'device revoke',
    places: ['tenant', 'device'],
    options: { tenant: 'text', device: 'text', reason: 'text' },
    required: ['tenant', 'device'],
    run: async ({ tools, act, text }, values) => {
      const key = keyOf(values);
      await tools.db.inTenant(key.tenantId, (tx) => revokeDevice(tools, tx, because(act), key));
      return { data: null, notes: [text('operator.note.revoked', { name: key.deviceId })] };
    },
  },
];

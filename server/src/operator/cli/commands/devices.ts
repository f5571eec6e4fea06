import { readFile } from 'node:fs/promises';
import { parse as parseCsv } from 'csv-parse/sync';
import { fail } from '#contract/errors.ts';
import { deviceParams, listTenantDevices, MAX_DEVICES_A_CALL, newDevice } from '#contract/operator/devices.ts';
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
import { type Command, type Outcome, parse, type Values } from '../command.ts';
import type { Text } from '../output.ts';

const keyOf = (values: Values) => parse(deviceParams, { tenantId: values.tenant, deviceId: values.device });
const tenantOf = (values: Values) => parse(tenantParams, { tenantId: values.tenant }).tenantId;

/** The devices of a CSV file with a line of column names. Throws `invalid_params` naming the first line that is wrong. */
async function readDevices(path: string) {
  let rows: Record<string, string>[];
  try {
    rows = parseCsv(await readFile(path), { bom: true, columns: true, skip_empty_lines: true, trim: true });
  } catch (cause) {
    throw fail('file_not_csv', { field: 'file', cause });
  }
  return rows.map((row, index) => {
    const filled = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ''));
    const read = newDevice.safeParse(filled);
    // Line 1 has the names.
    if (!read.success) throw fail('invalid_params', { field: `file line ${index + 2}` });
    return read.data;
  });
}

/** What was registered; of devices that were there already there is no secret to show. */
function registered({ enrolments, ...counts }: Registered, text: Text): Outcome {
  if (enrolments.length === 0) return { data: counts };
  return { data: { ...counts, enrolments }, notes: [text('operator.note.enrolmentOnce', { count: ENROLMENT_DAYS })] };
}

export const deviceCommands: readonly Command[] = [
  {
    name: 'device register',
    places: ['tenant', 'serial', 'device-type'],
    options: { tenant: 'text', serial: 'text', 'device-type': 'text', device: 'text', description: 'text' },
    required: ['tenant', 'serial', 'device-type'],
    run: async ({ tools, act, text }, values) => {
      const { serial: serialId, 'device-type': deviceType, device: deviceId, description } = values;
      const wanted = parse(newDevice, { serialId, deviceType, deviceId, description });
      return registered(await registerDevices(tools, act, tenantOf(values), [wanted]), text);
    },
  },
  {
    name: 'device import',
    places: ['tenant', 'file'],
    options: { tenant: 'text', file: 'text' },
    required: ['tenant', 'file'],
    run: async ({ tools, act, text }, values) => {
      const all = await readDevices(String(values.file));
      const done: Registered = { registered: 0, unchanged: 0, enrolments: [] };
      for (let start = 0; start < all.length; start += MAX_DEVICES_A_CALL) {
        const bite = all.slice(start, start + MAX_DEVICES_A_CALL);
        const { registered: more, unchanged, enrolments } = await registerDevices(tools, act, tenantOf(values), bite);
        done.registered += more;
        done.unchanged += unchanged;
        done.enrolments.push(...enrolments);
      }
      return registered(done, text);
    },
  },
  {
    name: 'device list',
    places: ['tenant'],
    options: { tenant: 'text', count: 'text', page: 'text' },
    required: ['tenant'],
    run: async ({ tools, act }, values) => {
      const query = parse(listTenantDevices.query, { count: values.count, page: values.page });
      return {
        data: (await listDevices(tools, act, tenantOf(values), query)).results,
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
      await removeDevice(tools, act, key);
      return { data: null, notes: [text('operator.note.removed', { name: key.deviceId })] };
    },
  },
  {
    name: 'device enrol',
    places: ['tenant', 'device'],
    options: { tenant: 'text', device: 'text' },
    required: ['tenant', 'device'],
    run: async ({ tools, act, text }, values) => ({
      data: await enrolDevice(tools, act, keyOf(values)),
      notes: [text('operator.note.enrolmentOnce', { count: ENROLMENT_DAYS })],
    }),
  },
  {
    name: 'device revoke',
    places: ['tenant', 'device'],
    options: { tenant: 'text', device: 'text' },
    required: ['tenant', 'device'],
    run: async ({ tools, act, text }, values) => {
      const key = keyOf(values);
      await revokeDevice(tools, act, key);
      return { data: null, notes: [text('operator.note.revoked', { name: key.deviceId })] };
    },
  },
];

import { readFile } from 'node:fs/promises';
import { parse as parseCsv } from 'csv-parse/sync';
import { fail, isFailure } from '#contract/errors.ts';
import { MAX_DEVICES_A_CALL, type NewDevice, newDevice } from '#contract/operator/devices.ts';
import type { Tools } from '../../platform/tools.ts';
import type { Acting } from '../../platform/http/acting.ts';
import { refuseUnsound, type Registered, registerDevices } from '../devices/devices.ts';

/** A device, and the line of the file it ends in. */
interface Line {
  line: number;
  device: NewDevice;
}

/** A refusal that says where in the file it is: an operator sees lines, not places in a call. */
const atLine = (id: Parameters<typeof fail>[0], line: number, column: string, cause?: unknown) =>
  fail(id, { field: ['file line', line, column].join(' ').trim(), cause });

/** The devices of a CSV file with a line of column names. Throws `invalid_params` naming the first line that is wrong. */
async function readLines(path: string): Promise<Line[]> {
  let rows: { record: Record<string, string>; info: { lines: number } }[];
  try {
    const options = { bom: true, columns: true, skip_empty_lines: true, trim: true, info: true } as const;
    rows = parseCsv(await readFile(path), options) as never;
  } catch (cause) {
    throw fail('file_not_csv', { field: 'file', cause });
  }
  return rows.map(({ record, info: { lines: line } }) => {
    const filled = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''));
    const read = newDevice.safeParse(filled);
    if (!read.success) throw atLine('invalid_params', line, String(read.error.issues[0]?.path[0] ?? ''));
    return { line, device: read.data };
  });
}

/** Does what may refuse a device by its place in a list, and says which line of the file that is. */
async function namingLines<T>(lines: readonly Line[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isFailure(error)) throw error;
    const [, place, column = ''] = /^devices\.(\d+)\.(\w+)$/.exec(error.detail.field ?? '') ?? [];
    const found = place === undefined ? undefined : lines[Number(place)];
    if (!found) throw error;
    throw atLine(error.id === 'duplicated' ? 'duplicated_in_file' : error.id, found.line, column, error);
  }
}

/**
 * Registers the devices of a file, so many at a time, and hands each time out what was done: the secrets are nowhere
 * else. What can be seen wrong in the file itself is refused before the first is registered.
 */
export async function importDevices(
  tools: Tools,
  act: Acting,
  { tenantId, path }: { tenantId: string; path: string },
  done: (some: Registered) => void,
): Promise<void> {
  const lines = await readLines(path);
  await namingLines(lines, async () =>
    refuseUnsound(
      tools,
      lines.map(({ device }) => device),
    ),
  );
  if (lines.length === 0) done({ registered: 0, unchanged: 0, enrolments: [] });
  for (let start = 0; start < lines.length; start += MAX_DEVICES_A_CALL) {
    const bite = lines.slice(start, start + MAX_DEVICES_A_CALL);
    const given = bite.map(({ device }) => device);
    const register = () => tools.db.inTenant(tenantId, (tx) => registerDevices(tools, tx, act, { tenantId, given }));
    done(await namingLines(bite, register));
  }
}

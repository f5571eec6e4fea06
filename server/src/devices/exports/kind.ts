import type { DeviceCondition } from '#contract/devices/devices.ts';
import type { ExportKind } from '../../platform/exports/kind.ts';
import { withLiterals } from '../../platform/exports/literals.ts';
import { refuseGroupGone } from '../ports.ts';
import { divide, lineColumns, linesOf } from './lines.ts';

/** Exports of devices: those that matched the condition at the start, in the order of registration. */
export const deviceExportKind: ExportKind = {
  kind: 'devices',
  job: 'device-export',
  hashed: false,
  fileName: ({ created_at }) => `devices-${created_at.toISOString().slice(0, 10)}`,
  divide: (db, row, every) =>
    db.inTenant(row.tenant_id, (tx) => divide(tx, row.condition as DeviceCondition, row.created_at, every)),
  refuseWorthless: (tx, row) => refuseGroupGone(tx, row.condition as DeviceCondition),
  lines: async (db, client, row, part) => {
    const { text, values } = await db.inTenant(row.tenant_id, async (tx) =>
      linesOf(tx, row.condition as DeviceCondition, row.created_at, part),
    );
    await client.query(`set local timezone to 'UTC'; set local datestyle to 'ISO'`);
    return { columns: lineColumns, select: withLiterals(client, text, values) };
  },
};

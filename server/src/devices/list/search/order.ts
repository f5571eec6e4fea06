import { sql } from 'kysely';
import type { DeviceSortColumn } from '#contract/devices/devices.ts';
import { creationColumn, keyset, momentColumn, type SortColumn, textColumn } from '../../../platform/db/keyset.ts';

/** Must equal the index expressions (migration 0034). */
const columns: Record<DeviceSortColumn, SortColumn> = {
  deviceId: textColumn(sql<string>`d.device_id_key`),
  serialId: textColumn(sql<string>`d.serial_id_key`),
  deviceType: textColumn(sql<string>`d.device_type`),
  comment: textColumn(sql<string>`lower(d.description)`, sql`d.description`),
  lastSeenAt: momentColumn(sql`d.last_seen_at`),
  createdAt: creationColumn,
};

/** Orders of the device list. A cursor is valid for its own order only. */
export const deviceKeyset = keyset('d', columns, 'deviceId');

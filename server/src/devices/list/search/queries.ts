import { sql } from 'kysely';
import type { DeviceSortColumn } from '#contract/devices/devices.ts';
import { searchQueries } from '../../../platform/db/search/questions.ts';
import { deviceKeyset } from './order.ts';

/** Queries for listing and searching the tenant's devices. */
export const devices = searchQueries<DeviceSortColumn>({
  row: 'd',
  table: 'devices',
  view: 'searchable_devices',
  sweeping: 'sweepable_devices',
  keyset: deviceKeyset,
  total: sql<number>`(select coalesce(sum(c.devices), 0)::bigint from device_counts c)`,
});

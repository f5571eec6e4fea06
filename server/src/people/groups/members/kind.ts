import { type RawBuilder, sql } from 'kysely';
import type { ErrorId } from '#contract/errors.ts';

/** A kind of members (users, devices): the tables of its memberships, and how they are named, ordered and counted. */
export interface MemberKind {
  thing: 'user' | 'device';
  /** The body field with their IDs, and the error for unknown ones. */
  ids: 'userIds' | 'deviceIds';
  unknown: ErrorId;
  /** The table of users or devices: its rows have `uuid` and these columns. */
  things: RawBuilder<unknown>;
  idOf(row: string): RawBuilder<string>;
  /** The column that sorts lists of members, in both tables. */
  keyOf(row: string): RawBuilder<string>;
  memberships: RawBuilder<unknown>;
  memberOf(row: string): RawBuilder<string>;
  /** The columns of a membership: tenant, group, member, key. */
  columns: RawBuilder<unknown>;
  /** The counter of a group's members, split into slots. */
  counts: RawBuilder<unknown>;
  countOf(row: string): RawBuilder<number>;
  /** The number in the tenant. */
  all: RawBuilder<number>;
}

const kindOf = (thing: MemberKind['thing'], { ids, unknown, all }: Pick<MemberKind, 'ids' | 'unknown' | 'all'>) => ({
  ...{ thing, ids, unknown, all },
  things: sql.table(`${thing}s`),
  idOf: (row: string) => sql.ref<string>(`${row}.${thing}_id`),
  keyOf: (row: string) => sql.ref<string>(`${row}.${thing}_id_key`),
  memberships: sql.table(`group_${thing}s`),
  memberOf: (row: string) => sql.ref<string>(`${row}.${thing}_uuid`),
  columns: sql.join(['tenant_id', 'group_uuid', `${thing}_uuid`, `${thing}_id_key`].map((column) => sql.ref(column))),
  counts: sql.table(`group_${thing}_counts`),
  countOf: (row: string) => sql.ref<number>(`${row}.${thing}s`),
});

export const ofUsers: MemberKind = kindOf('user', {
  ids: 'userIds',
  unknown: 'invalid_params_userIds',
  all: sql<number>`count_users()`,
});
export const ofDevices: MemberKind = kindOf('device', {
  ids: 'deviceIds',
  unknown: 'invalid_params_deviceIds',
  all: sql<number>`(select coalesce(sum(c.devices), 0)::bigint from device_counts c)`,
});

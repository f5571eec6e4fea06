import { type RawBuilder, sql } from 'kysely';
import type { ErrorId } from '#contract/errors.ts';

/** What can be put into groups: users, devices. Where its memberships are, how they are named, ordered and counted. */
export interface MemberKind {
  thing: 'user' | 'device';
  /** How a body names several by their ids, and the refusal of one that is not there. */
  ids: 'userIds' | 'deviceIds';
  unknown: ErrorId;
  /** The table of the things: its rows have `uuid` and these. */
  things: RawBuilder<unknown>;
  idOf(row: string): RawBuilder<string>;
  /** What lists of members are sorted by, of a thing and of a membership alike. */
  keyOf(row: string): RawBuilder<string>;
  memberships: RawBuilder<unknown>;
  memberOf(row: string): RawBuilder<string>;
  /** The columns of a membership, in the order tenant, group, member, key. */
  columns: RawBuilder<unknown>;
  /** How many a group has, in slots. */
  counts: RawBuilder<unknown>;
  countOf(row: string): RawBuilder<number>;
  /** How many there are in the tenant. */
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

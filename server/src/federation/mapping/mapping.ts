import type { ConnectionMapping, setOpenidMapping } from '#contract/federation/connection-mappings.ts';
import { fail } from '#contract/errors.ts';
import type { BodyOf } from '#contract/route.ts';
import type { Said } from '#contract/federation/mapping-values.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import { refuseConflict } from '../../platform/http/conflict.ts';
import * as queries from './queries.ts';
import { keptOf } from './said.ts';

export { deleteMapping, findMapping } from './queries.ts';

/** The claims that a mapping names. */
export const claimsOfMapping = (row: queries.MappingRow | undefined): string[] =>
  [...(row?.mapped_fields ?? []), ...(row?.mapped_groups ?? [])].map(({ claim }) => claim);

const NONE = { mapped_fields: [], mapped_groups: [], every_sign_in: false };

const fieldsOf = ({ mapped_fields, mapped_groups, every_sign_in }: queries.MappingRow) => ({
  ...{ mappedFields: mapped_fields, mappedGroups: mapped_groups, everySignIn: every_sign_in },
});

/** What a connection says becomes; that of one that has none yet is empty. */
export async function getMapping(tx: Tx, connection: string): Promise<ConnectionMapping> {
  const row = await queries.findWithTest(tx, connection);
  const set = fieldsOf(row ?? NONE);
  const uuids = set.mappedGroups.map(({ group }) => group);
  return {
    ...set,
    groups: uuids.length > 0 ? await queries.listGroups(tx, uuids) : [],
    lastTest: row?.last_test && row.last_test_at ? { at: row.last_test_at.toISOString(), said: row.last_test } : null,
  };
}

/**
 * Sets it, of a connection that is held. Throws `conflict`, and `invalid_params_groups.groupId` for a group that is not
 * there or whose users a source keeps; one that is deleted later stays in the mapping and does nothing.
 */
export async function setMapping(
  tx: Tx,
  connection: string,
  { expected, ...given }: BodyOf<typeof setOpenidMapping>,
): Promise<{ mapping: ConnectionMapping; changes: Changes }> {
  const before = fieldsOf((await queries.findMapping(tx, connection)) ?? NONE);
  refuseConflict({ ...given, expected }, before);
  const known = new Set(before.mappedGroups.map(({ group }) => group));
  const added = given.mappedGroups.map(({ group }) => group).filter((group) => !known.has(group));
  const found = await queries.holdGroups(tx, [...new Set(added)]);
  for (const group of added)
    if (found.find(({ uuid }) => uuid === group)?.source !== 'local')
      throw fail('invalid_params_groups.groupId', { field: 'mappedGroups' });
  await queries.saveMapping(tx, connection, given);
  const mapping = await getMapping(tx, connection);
  const names = await queries.listGroups(
    tx,
    [...before.mappedGroups, ...given.mappedGroups].map(({ group }) => group),
  );
  const told = ({ mappedFields, mappedGroups, everySignIn }: typeof before) => ({
    mappedFields: mappedFields.map(({ claim, field }) => `${claim} → ${field}`),
    mappedGroups: mappedGroups.map(({ claim, value, group }) => {
      const name = names.find(({ uuid }) => uuid === group)?.groupId ?? group;
      return `${claim} = ${value} → ${name}`;
    }),
    everySignIn,
  });
  return { mapping, changes: changedFields(told(before), told(given)) };
}

/** Keeps what the provider said in a test that passed, for the example on the page. */
export const noteTest = (tx: Tx, connection: string, said: Said, now: Date): Promise<void> =>
  queries.saveTest(tx, connection, keptOf(said), now);

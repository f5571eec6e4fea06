import type { listTags, NewTag, Tag, TagChanges } from '#contract/people/tags.ts';
import { fail } from '#contract/errors.ts';
import { MAX_TAGS_PER_TENANT } from '#contract/limits.ts';
import type { AnswerOf, QueryOf } from '#contract/route.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { refuseConflict } from '../../platform/http/conflict.ts';
import * as queries from './queries.ts';

export type Audit = (tx: Tx, targetId: string, changes: Changes) => Promise<void>;

const toTag = (row: queries.TagRow): Tag => ({
  uuid: row.uuid,
  name: row.name,
  description: row.description,
  groupCount: row.group_count,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

async function readTag(tx: Tx, uuid: string): Promise<Tag> {
  const row = await queries.readTag(tx, uuid);
  if (!row) throw fail('not_found');
  return toTag(row);
}

/** A tag held until the transaction ends, so that changes come one after the other. Throws `not_found`. */
async function holdTag(tx: Tx, uuid: string): Promise<Tag> {
  if (!(await queries.holdTag(tx, uuid))) throw fail('not_found');
  return readTag(tx, uuid);
}

/** A page of the tenant's tags. */
export async function listTagsBy(tx: Tx, query: QueryOf<typeof listTags>): Promise<AnswerOf<typeof listTags>> {
  const { rows, total } = await queries.listTagRows(tx, query);
  return { results: rows.map(toTag), totalResults: total, itemsPerPage: query.count };
}

/** Makes a tag. Throws `duplicated_params_name`, and `exceeded_tags` however many try for the last place at once. */
export async function createTag(tx: Tx, tenantId: string, given: NewTag, now: Date, audit: Audit): Promise<Tag> {
  if ((await queries.countTagsAlone(tx)) >= MAX_TAGS_PER_TENANT) throw fail('exceeded_tags');
  const uuid = newUuid();
  await queries.insertTag(tx, { tenant_id: tenantId, uuid, ...given, created_at: now, updated_at: now });
  await audit(tx, uuid, changedFields({}, { ...given }));
  return readTag(tx, uuid);
}

/**
 * Changes a tag as far as fields are given. Throws `not_found`, `conflict` with the fields that are not as expected,
 * `duplicated_params_name`.
 */
export async function changeTag(tx: Tx, uuid: string, given: TagChanges, now: Date, audit: Audit): Promise<Tag> {
  const before = await holdTag(tx, uuid);
  refuseConflict(given, { ...before });
  const { expected: _, ...fields } = given;
  const named = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const changes = changedFields({ ...before }, named);
  await audit(tx, uuid, changes);
  if (Object.keys(changes).length === 0) return before;
  await queries.updateTag(tx, uuid, { ...named, updated_at: now });
  return readTag(tx, uuid);
}

/** So many of the groups that lose a deleted tag are named in its row of the log; beside them stands how many there were. */
const LOGGED_GROUPS = 100;

/** Removes a tag, also from the groups that have it; answers how many these were. Throws `not_found`. */
export async function deleteTag(tx: Tx, uuid: string, audit: Audit): Promise<{ groups: number }> {
  const { name, description, groupCount } = await holdTag(tx, uuid);
  const groupIds = await queries.groupIdsWith(tx, uuid, LOGGED_GROUPS);
  await queries.deleteTag(tx, uuid);
  await audit(tx, uuid, {
    name: { before: name },
    description: { before: description },
    groupCount: { before: groupCount },
    groupIds: { before: groupIds },
  });
  return { groups: groupCount };
}

/** The uuids of tags by their names, in that order. Throws `invalid_params` with the place of one that is not there. */
export async function holdTags(tx: Tx, names: readonly string[], field: string): Promise<string[]> {
  if (names.length === 0) return [];
  const found = new Map((await queries.holdTagsByName(tx, names)).map(({ uuid, key }) => [key, uuid]));
  return names.map((name, place) => {
    const uuid = found.get(name);
    if (uuid === undefined) throw fail('invalid_params', { field: `${field}.${place}` });
    return uuid;
  });
}

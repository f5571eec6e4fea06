import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { MAX_GROUP_ID_LENGTH } from '#contract/limits.ts';
import { userIdOf } from '#contract/rules.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import { ask, named, send } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { AuditEntry } from '../../platform/http/serve.ts';
import type { GroupDeletion } from '#contract/people/groups-fields.ts';
import { firstFree, idsFor } from '../free-id.ts';
import { type Audit, deleteGroup } from './groups.ts';
import { type ChangedMembers, changeHeld, type Group } from './members/change.ts';
import { ofUsers } from './members/kind.ts';
import type { Found } from './members/queries.ts';
import * as queries from './queries.ts';
import { lockEdges } from './tree/tree.ts';

/** What a source does with the groups that it provides. Which they are, and whose members, the source knows. */

/** What is said of a group of a directory: it follows. */
const IN_STEP = 'synchronized';

/** A group ID made of a name, that nobody has at this moment. Throws `service_busy`. */
function freeGroupId(tx: Tx, name: string): Promise<string> {
  const random = randomBytes(4).toString('hex');
  const id = userIdOf(`${name.slice(0, MAX_GROUP_ID_LENGTH - 10)}@`) ?? `group-${random}`;
  return firstFree(idsFor(id, random), (keys) =>
    ask(tx, sql<{ key: string }>`select group_id_key as key from groups where group_id_key = any (${keys}::text[])`),
  );
}

/** Another who takes the same ID at once violates `duplicated_params_groupId`. */
export async function makeProvided(
  tx: Tx,
  { tenantId, name, isOfDirectory }: { tenantId: string; name: string; isOfDirectory: boolean },
  now: Date,
): Promise<Group> {
  const group = { tenantId, uuid: newUuid(), groupId: await freeGroupId(tx, name) };
  await queries.insertGroup(tx, {
    ...{ tenant_id: tenantId, uuid: group.uuid, group_id: group.groupId, name, source: 'scim' },
    ...{ azure_ad_status: isOfDirectory ? IN_STEP : null, created_at: now, updated_at: now },
  });
  return group;
}

export const renameProvided = (tx: Tx, uuid: string, name: string, now: Date): Promise<void> =>
  queries.updateGroup(tx, uuid, { name, updated_at: now });

/** Holds it before what the source knows of it, as who deletes a group does: it stays, or (`toDelete`) nobody adds to it. */
export async function holdProvided(tx: Tx, uuid: string, toDelete = false): Promise<void> {
  if (toDelete) await lockEdges(tx);
  const asked = tx.selectFrom('groups').select('uuid').where('uuid', '=', uuid);
  await send(tx, toDelete ? asked.forUpdate() : named('keep_provided_group', asked.forKeyShare()));
}

/** Users who are held come or go. */
export const changeProvided = (tx: Tx, group: Group, found: readonly Found[], come: boolean): Promise<ChangedMembers> =>
  changeHeld(tx, ofUsers, group, found, come);

/** Groups of a source that are the tenant's own from now on. */
export async function releaseProvided(tx: Tx, uuids: readonly string[], now: Date): Promise<void> {
  await sql`
    update groups set source = 'local', azure_ad_status = null, updated_at = ${now}
    where uuid = any (${uuids}::uuid[])`.execute(tx);
}

export const deleteProvided = (tx: Tx, group: Group, audit: (entries: AuditEntry[]) => Promise<void>) =>
  deleteGroup(tx, group, ((_, entries) => audit(entries)) as Audit) as Promise<GroupDeletion>;

/** Users leave without one of them being read. `users`: a question with the column `user_uuid`. Answers how many left. */
export async function dropMembers(tx: Tx, group: Group, users: RawBuilder<unknown>): Promise<number> {
  const [row] = await ask(
    tx,
    sql<{ left: number }>`
      with gone as (
        delete from group_users m where m.group_uuid = ${group.uuid} and m.user_uuid in (${users}) returning 1)
      select count(*)::integer as left from gone`,
  );
  return row?.left ?? 0;
}

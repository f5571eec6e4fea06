import { mappedBy, type Said } from '#contract/federation/mapping-values.ts';
import { personActor } from '#contract/principals.ts';
import { isAdministrator } from '#contract/roles.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { happen } from '../../platform/events/consumers.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Tools } from '../../platform/tools.ts';
import { type Given, moveOne, updateOne } from '../../people/changes/changes.ts';
import { checkOne } from '../../people/changes/one.ts';
import { atGroupsOfUser } from '../../people/groups/members/log.ts';
import { isOpenTo } from '../linking/open-ways.ts';
import * as queries from './queries.ts';

/** What a provider says of a user; `isUntold`: there may be more of a claim. */
export interface Told {
  said: Said;
  isUntold: (claim: string) => boolean;
}

interface Act {
  client: ClientInfo;
  now: Date;
  action: string;
}

/** What a user who is added gets by the mapping of a connection. */
export interface Mapped {
  fields: Record<string, string>;
  groups: queries.GroupRow[];
}

/** Groups that are the tenant's own: the users of others are kept by their source. */
const ownGroups = async (tx: Tx, uuids: readonly string[]) =>
  (await queries.holdGroups(tx, uuids)).filter(({ source }) => source === 'local');

export async function mappedFor(tx: Tx, connection: string, { said }: Pick<Told, 'said'>): Promise<Mapped> {
  const row = await queries.findMapping(tx, connection);
  if (!row) return { fields: {}, groups: [] };
  const { fields, groups } = mappedBy({ mappedFields: row.mapped_fields, mappedGroups: row.mapped_groups }, said);
  return { fields, groups: await ownGroups(tx, groups) };
}

/** Tells the groups that a user is in from now on, or no more. */
export async function tellGroups(
  tools: Tools,
  tx: Tx,
  user: { tenantId: string; uuid: string; userId: string },
  [before, after]: readonly [readonly { uuid: string }[], readonly { uuid: string }[]],
  { client, now, action }: Act,
): Promise<void> {
  const { tenantId, uuid, userId } = user;
  for (const { type, targetId, changes } of atGroupsOfUser(userId, before, after))
    await happen(tools, tx, {
      ...{ tenantId, at: now, operation: 'update', action, type, client, ...(targetId !== undefined && { targetId }) },
      ...{ actor: personActor(uuid, userId), changes },
    });
}

/**
 * Brings a user who signs in in step with what the provider says of them, where the connection does that at each sign-in.
 * Only fields and groups of the mapping are touched. Administrators, users whom a source provides, and users to whom the
 * sign-in policy closes the connection stay as they are.
 */
export async function followMapping(
  tools: Tools,
  tx: Tx,
  {
    tenantId,
    connection,
    provider,
    userUuid,
  }: { tenantId: string; connection: string; provider: Parameters<typeof isOpenTo>[1]; userUuid: string },
  { said, isUntold }: Told,
  act: Act,
): Promise<void> {
  const row = await queries.findMapping(tx, connection);
  if (!row?.every_sign_in) return;
  const { fields, groups } = mappedBy({ mappedFields: row.mapped_fields, mappedGroups: row.mapped_groups }, said);
  const unknown = new Set(row.mapped_groups.filter(({ claim }) => isUntold(claim)).map(({ group }) => group));
  const told = row.mapped_groups.map(({ group }) => group).filter((group) => !unknown.has(group));
  const changed = async (held: boolean) => {
    const user = await queries.readPerson(tx, userUuid, held);
    if (user?.status !== 'active' || user.source !== 'local' || isAdministrator(user.roles)) return null;
    const other = Object.entries(fields).filter(([field, value]) => (user.fields[field] ?? '') !== value);
    const stays = user.groups.filter(({ uuid }) => !told.includes(uuid) || groups.includes(uuid));
    const comes = groups.filter((group) => !user.groups.some(({ uuid }) => uuid === group));
    const isSame = other.length === 0 && comes.length === 0 && stays.length === user.groups.length;
    return isSame ? null : { user, other, stays, comes };
  };
  // Most sign-ins change nothing, and wait for no other.
  if (!(await changed(false)) || !(await isOpenTo(tx, provider, userUuid))) return;
  const found = await changed(true);
  if (!found) return;
  const { user, other } = found;
  const mapped = await ownGroups(tx, [...new Set([...found.comes, ...told])]);
  const isOwn = ({ uuid }: { uuid: string }) => mapped.some((one) => one.uuid === uuid);
  const stays = user.groups.filter((group) => found.stays.includes(group) || !isOwn(group));
  const next = [...stays, ...mapped.filter(({ uuid }) => found.comes.includes(uuid))];
  const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key).sort();
  const isMoved = keys(next).join() !== keys(user.groups).join();
  const given: Given = { ...Object.fromEntries(other), ...(isMoved && { groups: keys(next) }) };
  const changes = {
    ...Object.fromEntries(other.map(([field, after]) => [field, { before: user.fields[field] ?? '', after }])),
    ...(isMoved && { groups: { before: keys(user.groups), after: keys(next) } }),
  };
  if (Object.keys(changes).length === 0) return;
  await checkOne(tx, { kind: 'update', user, given, changes });
  const { groups: _, ...written } = given;
  await updateOne(tx, user.uuid, written, act.now);
  if (isMoved) await moveOne(tx, user, keys(next));
  const { client, now, action } = act;
  await happen(tools, tx, {
    ...{ tenantId, at: now, operation: 'update', action, type: 'user.changed', client },
    ...{ actor: personActor(user.uuid, user.userId), targetId: user.uuid, changes },
  });
  await tellGroups(tools, tx, { tenantId, ...user }, [user.groups, next], act);
}

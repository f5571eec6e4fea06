import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ProvisionedState, TargetMapping } from '#contract/provisioning/target-values.ts';
import { ask } from '../../platform/db/ask.ts';
import type { ProvisioningTargets } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type Resource, resourceOf, type Scope, wantedOf } from './resource.ts';

export type Target = Selectable<ProvisioningTargets>;

export interface TargetRow extends Target {
  groups: string[];
  users: Partial<Record<ProvisionedState, number>>;
}

const reading = (tx: Tx) =>
  tx
    .selectFrom('provisioning_targets as t')
    .selectAll('t')
    .select([
      sql<string[]>`array(select g.group_uuid::text from provisioning_target_groups g
        where g.tenant_id = t.tenant_id and g.target_uuid = t.uuid order by 1)`.as('groups'),
      sql<TargetRow['users']>`(select coalesce(jsonb_object_agg(c.state, c.users), '{}') from (
        select u.state, count(*)::integer as users from provisioned_users u
        where u.tenant_id = t.tenant_id and u.target_uuid = t.uuid group by 1) c)`.as('users'),
    ]);

export const listTargets = (tx: Tx): Promise<TargetRow[]> => reading(tx).orderBy('t.name').orderBy('t.uuid').execute();

export const findTarget = (tx: Tx, uuid: string): Promise<TargetRow | undefined> =>
  reading(tx).where('t.uuid', '=', uuid).executeTakeFirst();

export const findSettings = (tx: Tx, uuid: string): Promise<Target | undefined> =>
  tx.selectFrom('provisioning_targets').selectAll().where('uuid', '=', uuid).executeTakeFirst();

export const holdTarget = (tx: Tx, uuid: string): Promise<Target | undefined> =>
  tx.selectFrom('provisioning_targets').selectAll().where('uuid', '=', uuid).forUpdate().executeTakeFirst();

/** Two administrators who add at once wait for each other: together they stay within the limit. */
export async function countTargets(tx: Tx): Promise<number> {
  await tx.selectFrom('tenants').select('tenant_id').forNoKeyUpdate().execute();
  const all = tx.selectFrom('provisioning_targets').select((eb) => eb.fn.countAll<string>().as('count'));
  return Number((await all.executeTakeFirstOrThrow()).count);
}

export async function insertTarget(tx: Tx, row: Insertable<ProvisioningTargets>): Promise<void> {
  await tx.insertInto('provisioning_targets').values(row).execute();
}

export async function updateTarget(tx: Tx, uuid: string, changes: Updateable<ProvisioningTargets>): Promise<void> {
  await tx.updateTable('provisioning_targets').set(changes).where('uuid', '=', uuid).execute();
}

export async function deleteTarget(tx: Tx, uuid: string): Promise<void> {
  await tx.deleteFrom('provisioning_targets').where('uuid', '=', uuid).execute();
}

export const listGroups = async (tx: Tx, uuid: string): Promise<string[]> => {
  const rows = tx.selectFrom('provisioning_target_groups').select('group_uuid').where('target_uuid', '=', uuid);
  return (await rows.orderBy('group_uuid').execute()).map(({ group_uuid }) => group_uuid);
};

/** Answers false if one of them is not there. */
export async function setGroups(tx: Tx, tenantId: string, uuid: string, groups: readonly string[]): Promise<boolean> {
  await tx.deleteFrom('provisioning_target_groups').where('target_uuid', '=', uuid).execute();
  if (groups.length === 0) return true;
  const known = await tx.selectFrom('groups').select('uuid').where('uuid', 'in', groups).forKeyShare().execute();
  if (known.length < groups.length) return false;
  const rows = groups.map((group_uuid) => ({ tenant_id: tenantId, target_uuid: uuid, group_uuid }));
  await tx.insertInto('provisioning_target_groups').values(rows).execute();
  return true;
}

export async function isApp(tx: Tx, clientId: string): Promise<boolean> {
  const [found] = await ask(tx, sql<{ known: boolean }>`select is_app(current_tenant(), ${clientId}) as known`);
  return found?.known === true;
}

/** Nothing is known any more of what the app has: the next walk adds its users anew, and they are looked up. */
export async function forgetUsers(tx: Tx, uuid: string): Promise<void> {
  await tx.deleteFrom('provisioned_users').where('target_uuid', '=', uuid).execute();
}

/** Users who were refused are tried again at once, and those who wait too. */
export async function hurry(tx: Tx, uuid: string, now: Date): Promise<void> {
  const waiting = tx.updateTable('provisioned_users').set({ next_at: now }).where('target_uuid', '=', uuid);
  await waiting.where('state', '=', 'waiting').where('next_at', '>', now).execute();
}

/** A user with the target's view of them; undefined: there is none of this user ID. */
export async function findForPreview(
  tx: Tx,
  scope: Scope & { mapping: TargetMapping },
  userId: string,
): Promise<{ assigned: boolean; resource: Resource } | undefined> {
  const rows = await ask(
    tx,
    sql<{ assigned: boolean; resource: Resource }>`
      select coalesce(${wantedOf(scope)} = 'active', false) as assigned,
        ${resourceOf(scope.mapping)} as resource
      from users u where u.user_id_key = lower(${userId})`,
  );
  return rows[0];
}

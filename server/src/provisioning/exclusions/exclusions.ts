import { type RawBuilder, sql } from 'kysely';
import type { ExcludedUser } from '#contract/provisioning/exclusions.ts';
import { ask, named } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';

/** Whether a user `u` has a user ID or an address to sign in with that fits one of the patterns. */
const fits = (patterns: RawBuilder<unknown>) => sql`(u.user_id_key like any (likes_of(${patterns}))
  or u.login_mail_address_key like any (likes_of(${patterns})) or lower(u.next_login_mail_address) like any (likes_of(${patterns})))`;

/** Whether a source `x` never touches a user `u`. */
export const isExcluded = sql<boolean>`(
  u.uuid = any (x.excluded_users)
  or x.excluded_patterns <> '{}' and ${fits(sql`x.excluded_patterns`)}
  or x.excluded_groups <> '{}' and (
    exists (select from group_users m
      where m.tenant_id = u.tenant_id and m.user_uuid = u.uuid and m.group_uuid = any (x.excluded_groups))
    or exists (select from group_users m join group_ancestry n
      on n.tenant_id = m.tenant_id and n.descendant_uuid = m.group_uuid and n.ancestor_uuid = any (x.excluded_groups)
      where m.tenant_id = u.tenant_id and m.user_uuid = u.uuid)))`;

/**
 * What keeps a source from a user who is held. Asked after the lock: a statement that waits for one sees of other tables what
 * there was before.
 */
export async function readReach(tx: Tx, source: string, uuid: string): Promise<{ rights: boolean; excluded: boolean }> {
  const question = sql<{ rights: boolean; excluded: boolean }>`
    select exists (select from role_grants where user_uuid = ${uuid}::uuid) as rights,
      exists (select from users u join provisioning_sources x on x.tenant_id = u.tenant_id and x.uuid = ${source}::uuid
        where u.uuid = ${uuid}::uuid and ${isExcluded}) as excluded`;
  const [found] = await ask(tx, named('scim_reach', question));
  if (!found) throw new Error('no answer');
  return found;
}

/** Those of users who are held from whom something keeps the source. */
export async function outOfReach(tx: Tx, source: string, uuids: readonly string[]): Promise<Set<string>> {
  const rows = await ask(
    tx,
    sql<{ uuid: string }>`
      select user_uuid as uuid from role_grants where user_uuid = any (${uuids}::uuid[])
      union
      select u.uuid from users u join provisioning_sources x on x.tenant_id = u.tenant_id and x.uuid = ${source}::uuid
      where u.uuid = any (${uuids}::uuid[]) and ${isExcluded}`,
  );
  return new Set(rows.map(({ uuid }) => uuid));
}

export interface Exclusions {
  excludedUsers: readonly string[];
  excludedGroups: readonly string[];
  excludedPatterns: readonly string[];
}

/** The user IDs and the names of groups that are there; the log has them in place of UUIDs. */
export async function namesOf(tx: Tx, { excludedUsers, excludedGroups }: Omit<Exclusions, 'excludedPatterns'>) {
  const rows = await ask(
    tx,
    sql<{ kind: 'user' | 'group'; uuid: string; name: string }>`
      select 'user' as kind, uuid, user_id as name from users where uuid = any (${excludedUsers}::uuid[])
      union all select 'group', uuid, name from groups where uuid = any (${excludedGroups}::uuid[])`,
  );
  const named = (kind: 'user' | 'group') =>
    new Map(rows.filter((row) => row.kind === kind).map(({ uuid, name }) => [uuid, name]));
  return { users: named('user'), groups: named('group') };
}

/** Exclusions that are not saved, as those of a source `x`. */
export const drafted = ({ excludedUsers, excludedGroups, excludedPatterns }: Exclusions) => sql`(
  select ${excludedUsers}::uuid[] as excluded_users, ${excludedGroups}::uuid[] as excluded_groups,
    ${excludedPatterns}::text[] as excluded_patterns) x`;

export interface ExcludedRow {
  uuid: string;
  user_id: string;
  family_name: string;
  given_name: string;
  mail_address: string | null;
  status: ExcludedUser['status'];
  is_provided: boolean;
  total: number;
  provided: number;
}

/** The first users whom exclusions mean, by user ID, and how many there are. */
export function listExcluded(tx: Tx, source: string, given: Exclusions, limit: number): Promise<ExcludedRow[]> {
  return ask(
    tx,
    sql<ExcludedRow>`
      with meant as materialized (
        select u.uuid, u.user_id_key, exists (select from source_users s
          where s.source_uuid = ${source}::uuid and s.user_uuid = u.uuid and s.gone_at is null) as is_provided
        from users u cross join ${drafted(given)} where ${isExcluded})
      select u.uuid, u.user_id, u.family_name, u.given_name, coalesce(u.login_mail_address, u.next_login_mail_address) as mail_address,
        u.status, f.is_provided, (select count(*)::integer from meant) as total,
        (select count(*)::integer from meant where is_provided) as provided
      from (select * from meant order by user_id_key limit ${limit}) f join users u on u.uuid = f.uuid order by f.user_id_key`,
  );
}

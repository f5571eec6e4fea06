import { type RawBuilder, sql } from 'kysely';
import { fail } from '#contract/errors.ts';
import type {
  getOrigin,
  listProvidedUsers,
  ProvidedUser,
  ProvisioningOrigin,
} from '#contract/provisioning/provided.ts';
import type { ParamsOf, QueryOf } from '#contract/route.ts';
import { isUuid } from '../../platform/crypto/uuid.ts';
import { ask } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';

/** What administrators see of the users and groups of sources. */

interface OriginRow {
  source_uuid: string;
  display_name: string;
  name: string;
  external_id: string | null;
  updated_at: Date;
}

const originIn: Readonly<Record<ParamsOf<typeof getOrigin>['type'], (uuid: string) => RawBuilder<OriginRow>>> = {
  user: (uuid) => sql`
    select s.uuid as source_uuid, s.display_name, o.user_name as name, o.external_id, o.updated_at
    from source_users o join provisioning_sources s on s.tenant_id = o.tenant_id and s.uuid = o.source_uuid
    where o.user_uuid = ${uuid}::uuid`,
  group: (uuid) => sql`
    select s.uuid as source_uuid, s.display_name, o.display_name as name, o.external_id, o.updated_at
    from source_groups o join provisioning_sources s on s.tenant_id = o.tenant_id and s.uuid = o.source_uuid
    where o.group_uuid = ${uuid}::uuid`,
};

/** Who provides a user or a group. Throws `not_found`. */
export async function originOf(tx: Tx, type: 'user' | 'group', uuid: string): Promise<ProvisioningOrigin> {
  const [row] = await ask(tx, originIn[type](uuid));
  if (!row) throw fail('not_found');
  return {
    source: { uuid: row.source_uuid, displayName: row.display_name },
    ...{ name: row.name, externalId: row.external_id, updatedAt: row.updated_at.toISOString() },
  };
}

interface UserRow {
  uuid: string;
  user_id: string;
  family_name: string;
  given_name: string;
  status: ProvidedUser['status'];
  user_name: string;
  external_id: string | null;
  is_gone: boolean;
  updated_at: Date;
}

/** A page of the users of a source, those too whom it has deleted and who are kept. Throws `not_found`. */
export async function usersOf(tx: Tx, source: string, { page, count }: QueryOf<typeof listProvidedUsers>) {
  const known = isUuid(source)
    ? await ask(
        tx,
        sql<{ total: number }>`
        select (select count(*)::integer from source_users o where o.tenant_id = s.tenant_id and o.source_uuid = s.uuid)
          as total
        from provisioning_sources s where s.uuid = ${source}::uuid`,
      )
    : [];
  const [found] = known;
  if (!found) throw fail('not_found');
  // The page is found in the index of names before the users of it are read.
  const rows = await ask(
    tx,
    sql<UserRow>`
      select u.uuid, u.user_id, u.family_name, u.given_name, u.status, o.user_name, o.external_id,
        o.gone_at is not null as is_gone, o.updated_at
      from (select * from source_users where source_uuid = ${source}::uuid order by user_name_key
        limit ${count} offset ${(page - 1) * count}) o
      join users u on u.tenant_id = o.tenant_id and u.uuid = o.user_uuid order by o.user_name_key`,
  );
  const results: ProvidedUser[] = rows.map((row) => ({
    ...{ uuid: row.uuid, userId: row.user_id, familyName: row.family_name, givenName: row.given_name },
    ...{ status: row.status, userName: row.user_name, externalId: row.external_id, isGone: row.is_gone },
    updatedAt: row.updated_at.toISOString(),
  }));
  return { results, totalResults: found.total, itemsPerPage: count };
}

import { sql } from 'kysely';
import { ask, send } from '../../../platform/db/ask.ts';
import type { Tx } from '../../../platform/db/transaction.ts';
import type { Resource } from '../coerce.ts';
import type { HeldRow } from '../queries.ts';
import * as queries from '../queries.ts';
import type { Versioned } from '../version.ts';

/** What is asked and written of many users of a source at once. */

/** Names and external IDs that the source has used, also for users who are gone. */
export async function knownNames(
  tx: Tx,
  source: string,
  names: readonly { userName: string; externalId: string | null }[],
): Promise<Set<number>> {
  const rows = await ask(
    tx,
    sql<{ at: number }>`
      select n.at::integer as at from unnest(${names.map(({ userName }) => userName)}::text[],
        ${names.map(({ externalId }) => externalId)}::text[]) with ordinality n (name, external_id, at)
      where exists (select from source_users s where s.source_uuid = ${source}::uuid and s.user_name_key = lower(n.name))
        or exists (select from source_users s where s.source_uuid = ${source}::uuid and s.external_id = n.external_id)`,
  );
  return new Set(rows.map(({ at }) => at - 1));
}

/** Those of the names that are user IDs or sign-in addresses in the organization, or of users whom the source never touches. */
export async function takenNames(tx: Tx, source: string, names: readonly string[]): Promise<Set<string>> {
  const rows = await ask(
    tx,
    sql<{ name: string }>`
      select n.name from unnest(${names}::text[]) n (name)
      where exists (select from users where user_id_key = lower(n.name))
        or exists (select from users where login_mail_address_key = lower(n.name))
        or exists (select from provisioning_sources where uuid = ${source}::uuid
          and lower(n.name) like any (likes_of(excluded_patterns)))`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Users whom the source provides now, held until the transaction ends, in one order. */
export async function holdUsers(tx: Tx, source: string, uuids: readonly string[]): Promise<Map<string, HeldRow>> {
  const rows = await ask(tx, queries.holdingUsers(source, sql`s.user_uuid = any (${uuids}::uuid[]) order by u.uuid`));
  return new Map(rows.map((row) => [row.user_uuid, row]));
}

interface Link {
  uuid: string;
  userName: string;
  externalId: string | null;
  resource: Resource;
}

const linked = (links: readonly Link[]) => {
  const rows = links.map(({ uuid, userName, externalId, resource }) => ({
    ...{ uuid, user_name: userName, external_id: externalId, resource },
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l (uuid uuid, user_name text, external_id text, resource jsonb)`;
};

export async function insertLinks(
  tx: Tx,
  of: { tenantId: string; source: string },
  links: readonly Link[],
  now: Date,
): Promise<void> {
  await send(
    tx,
    sql`
      insert into source_users (tenant_id, source_uuid, user_uuid, user_name, external_id, resource, created_at, updated_at)
      select ${of.tenantId}, ${of.source}::uuid, l.uuid, l.user_name, l.external_id, l.resource, ${now}, ${now}
      from ${linked(links)}`,
  );
}

export async function updateLinks(tx: Tx, source: string, links: readonly Link[], now: Date): Promise<void> {
  if (links.length === 0) return;
  await send(
    tx,
    sql`
      update source_users s set resource = l.resource, version = s.version + 1, updated_at = ${now}
      from ${linked(links)} where s.source_uuid = ${source}::uuid and s.user_uuid = l.uuid`,
  );
}

export async function markGone(tx: Tx, source: string, uuids: readonly string[], now: Date): Promise<void> {
  await send(
    tx,
    sql`update source_users set gone_at = ${now} where source_uuid = ${source}::uuid and user_uuid = any (${uuids}::uuid[])`,
  );
}

export async function deleteLinks(tx: Tx, source: string, uuids: readonly string[]): Promise<void> {
  await send(
    tx,
    sql`delete from source_users where source_uuid = ${source}::uuid and user_uuid = any (${uuids}::uuid[])`,
  );
}

/** The versions of users and groups of the source. */
export async function versionsOf(tx: Tx, source: string, uuids: readonly string[]): Promise<Map<string, Versioned>> {
  if (uuids.length === 0) return new Map();
  const rows = await ask(
    tx,
    sql<Versioned & { uuid: string }>`
      select s.user_uuid as uuid, s.version, greatest(s.updated_at, u.updated_at) as changed_at
      from source_users s join users u on u.tenant_id = s.tenant_id and u.uuid = s.user_uuid
      where s.source_uuid = ${source}::uuid and s.user_uuid = any (${uuids}::uuid[])
      union all
      select group_uuid, version, updated_at from source_groups
      where source_uuid = ${source}::uuid and group_uuid = any (${uuids}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.uuid, row]));
}

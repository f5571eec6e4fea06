import { type RawBuilder, sql } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { KnownThing, OperationLogEntry } from '#contract/logs/logs-fields.ts';
import type { Tx } from '../platform/db/transaction.ts';

interface Named extends KnownThing {
  kind: string;
  key: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Kinds that are named after their app. */
export const APPS = ['connectedApp', 'oauthConsent'];

/** The name of a service `s`. */
export const serviceName = (language: Language) => sql`coalesce(s.names ->> ${language}, s.names ->> 'en', '')`;

/**
 * Current names of the targets of entries; of users in the bin, their last names. One statement per page, over the kinds
 * on it only, because PostgreSQL plans each of them anew.
 */
async function readNames(
  tx: Tx,
  things: readonly { kind: string; key: string }[],
  language: Language,
): Promise<Named[]> {
  const keysOf = (...kinds: string[]) => [
    ...new Set(things.filter(({ kind }) => kinds.includes(kind)).map(({ key }) => key)),
  ];
  const uuidsOf = (kind: string) => keysOf(kind).filter((key) => UUID.test(key));
  type Reader = [keys: string[], read: (keys: string[]) => RawBuilder<unknown>];
  const readers: Reader[] = [
    [
      uuidsOf('user'),
      (users) => sql`
        select 'user', uuid::text, user_id, '', family_name, given_name, true from users where uuid = any (${users}::uuid[])
        union all
        select 'user', uuid::text, user_id, '', family_name, given_name, false
          from deleted_users where uuid = any (${users}::uuid[])`,
    ],
    [
      uuidsOf('group'),
      (groups) => sql`
        select 'group', uuid::text, group_id, name, '', '', true from groups where uuid = any (${groups}::uuid[])`,
    ],
    [
      uuidsOf('tag'),
      (tags) => sql`select 'tag', uuid::text, '', name, '', '', true from tags where uuid = any (${tags}::uuid[])`,
    ],
    [
      uuidsOf('device'),
      (devices) => sql`
        select 'device', uuid::text, device_id, '', '', '', true from devices where uuid = any (${devices}::uuid[])`,
    ],
    [
      uuidsOf('userImport'),
      (imports) => sql`
        select 'userImport', import_id::text, '', case kind when 'undo' then '' else file_name end, '', '', true
          from user_imports where import_id = any (${imports}::uuid[])`,
    ],
    [
      keysOf('license'),
      (licenses) => sql`
        select 'license', l.license_id, l.license_id, ${serviceName(language)}, '', '', true
          from licenses l left join provider_services s on s.service_class = l.service_class
          where l.license_id = any (${licenses}::text[])`,
    ],
    [
      uuidsOf('appRequest'),
      (requests) => sql`
        select 'appRequest', request_id::text, '', name, '', '', true
          from app_requests where request_id = any (${requests}::uuid[])`,
    ],
    [
      uuidsOf('samlSp'),
      (services) => sql`
        select 'samlSp', saml_sp_id::text, '', display_name, '', '', true
          from saml_sps where saml_sp_id = any (${services}::uuid[])`,
    ],
    [
      uuidsOf('samlConnection'),
      (connections) => sql`
        select 'samlConnection', uuid::text, saml_id, display_name, '', '', true
          from saml_connections where uuid = any (${connections}::uuid[])`,
    ],
    [
      keysOf('openidConnection'),
      (connections) => sql`
        select 'openidConnection', op_id, '', display_name, '', '', true
          from openid_connections where op_id = any (${connections}::text[])`,
    ],
    [
      keysOf('oauthApi'),
      (apis) => sql`
        select 'oauthApi', api_id::text, '', name, '', '', true from oauth_apis where api_id::text = any (${apis}::text[])`,
    ],
    [
      uuidsOf('provisioningSource'),
      (sources) => sql`
        select 'provisioningSource', uuid::text, '', display_name, '', '', true
          from provisioning_sources where uuid = any (${sources}::uuid[])`,
    ],
    [
      uuidsOf('managementToken'),
      (tokens) => sql`
        select 'managementToken', uuid::text, '', name, '', '', true
          from management_tokens where uuid = any (${tokens}::uuid[])`,
    ],
    [
      uuidsOf('provisioningTarget'),
      (targets) => sql`
        select 'provisioningTarget', uuid::text, '', name, '', '', true
          from provisioning_targets where uuid = any (${targets}::uuid[])`,
    ],
    [
      uuidsOf('webhook'),
      (webhooks) => sql`
        select 'webhook', uuid::text, '', name, '', '', true from webhooks where uuid = any (${webhooks}::uuid[])`,
    ],
    [
      keysOf('oauthClient', ...APPS),
      (clients) => sql`
        select 'oauthClient', client_id, '', name, '', '', true from oauth_clients where client_id = any (${clients}::text[])`,
    ],
  ];
  const parts = readers.flatMap(([keys, read]) => (keys.length > 0 ? [read(keys)] : []));
  if (parts.length === 0) return [];
  const { rows } = await sql<Named>`
    select * from (${sql.join(parts, sql` union all `)})
      named (kind, key, id, name, "familyName", "givenName", "exists")`.execute(tx);
  return rows;
}

const keyOf = (kind: string, key: string) => `${APPS.includes(kind) ? 'oauthClient' : kind} ${key}`;

/** Entries with the names of actor and target, in the reader's language. */
export async function withNames<Page extends { results: OperationLogEntry[] }>(
  tx: Tx,
  page: Page,
  language: Language = 'en',
): Promise<Page> {
  const things = page.results.flatMap(({ actor, targetType, targetId }) => [
    ...(actor.type === 'person' && actor.id ? [{ kind: 'user', key: actor.id }] : []),
    ...(targetType && targetId ? [{ kind: targetType, key: targetId }] : []),
  ]);
  if (things.length === 0) return page;
  const names = new Map(
    (await readNames(tx, things, language)).map(({ kind, key, ...named }) => [keyOf(kind, key), named] as const),
  );
  const results = page.results.map((entry) => ({
    ...entry,
    actorNamed: (entry.actor.id && entry.actor.type === 'person' && names.get(keyOf('user', entry.actor.id))) || null,
    targetNamed: (entry.targetType && entry.targetId && names.get(keyOf(entry.targetType, entry.targetId))) || null,
  }));
  return { ...page, results };
}

import { type SqlBool, sql } from 'kysely';
import { type EventType, eventCatalogue, type OperationEvent, targetOf } from '#contract/events.ts';
import type { Language } from '#contract/languages.ts';
import { namedFields } from '#contract/logs/change-fields.ts';
import { changesOfSection } from '#contract/logs/setting-areas.ts';
import { settingSections } from '#contract/logs/setting-sections.ts';
import { toLower } from '#contract/text-forms.ts';
import { textIn } from '#messages/catalog.ts';
import { indexedBy } from '../platform/db/search/predicate.ts';
import type { Tx } from '../platform/db/transaction.ts';
import { APPS, serviceName } from './names.ts';

/** Meanings of a keyword, besides being part of a user ID or an address. */
export interface Meaning {
  /** Events whose words contain it. */
  events: string[];
  /** Changed fields, by the events that can change them; null: all their fields. */
  fields: { types: string[]; names: string[] | null }[];
  people: { uuid: string; userId: string }[];
  /** Other targets by name: `<kind>/<id>`. */
  things: string[];
  /** Actors that are no users. */
  operators: string[];
  /** Part of the names of more users than are listed here, or of more deleted things: each row is asked for its own. */
  shared: string;
  remembered: string;
}

/** Most users or things that are listed by name. */
const MOST_NAMED = 50;
/** Most rows of deletions by one name from which what is gone is listed. */
const MOST_DELETIONS = 200;
/** Events whose rows have the name of what was deleted, which may be stored nowhere else; those of the index (migration 0216). */
const deletions = sql.raw(
  `('user.deleted', 'user.purged', 'group.deleted', 'tag.deleted', 'device.deleted', 'oauthClient.deleted')`,
);

/** Outside that index: a tenant deletes few of them. */
const otherDeletions = sql.raw(`'samlConnection.deleted'`);

const operations = (Object.keys(eventCatalogue) as EventType[]).filter(
  (type): type is OperationEvent => !type.startsWith('signIn.'),
);
/** Events that change the fields of each kind; creating and deleting involve all fields. */
const changing = (targets: readonly string[]) =>
  operations.filter((type) => targets.includes(targetOf(type)) && /[cC]hanged$/.test(type));

interface Words {
  events: [text: string, type: string][];
  operators: [text: string, userId: string][];
  fields: [text: string, types: string[], names: string[] | null][];
}
const known = new Map<string, Words>();

/** Words of events, fields and settings pages in a language, in lower case. */
function wordsIn(language: Language): Words {
  const before = known.get(language);
  if (before) return before;
  const text = textIn(language);
  const say = (key: string) => toLower(text(key).replace(/<\/?\w+>|\{\{\w+\}\}/g, '\n'));
  const events = operations.map((type): [string, string] => [
    `${say(`sentences.${type}`)}\n${say(`events.${type}`)}`,
    type,
  ]);
  // Kinds without fields of their own share one table: each of its fields is searched once.
  const own = ['user', 'group', 'device', 'tag'];
  const others = [...new Set(operations.map(targetOf))].filter((target) => !own.includes(target));
  const fieldsOf = (target: string, types: string[]) =>
    namedFields(target).map(([field, key]): Words['fields'][number] => [say(key), types, [field]]);
  const fields = [
    ...own.flatMap((target) => fieldsOf(target, changing([target]))),
    ...fieldsOf('tenant', changing(others)),
  ];
  const sections = settingSections.map((section): Words['fields'][number] => {
    const { targets: of, fields: names } = changesOfSection(section);
    return [say(`ui.tenant.${section}`), changing(of), names.length > 0 ? [...names] : null];
  });
  const operators = [[say('history.bySystem'), 'system']] satisfies Words['operators'];
  const words = { events, operators, fields: [...fields, ...sections] };
  known.set(language, words);
  return words;
}

/** Events, changed fields and actors whose words contain the keyword. */
export function wordsFor(keyword: string, language: Language = 'en'): Pick<Meaning, 'events' | 'fields' | 'operators'> {
  const { events, fields, operators } = wordsIn(language);
  const needle = toLower(keyword.trim());
  if (needle === '') return { events: [], fields: [], operators: [] };
  const found = fields.filter(([text, types]) => text.includes(needle) && types.length > 0);
  const byTypes = Map.groupBy(found, ([, types]) => types.join(' '));
  return {
    events: events.filter(([text]) => text.includes(needle)).map(([, type]) => type),
    operators: operators.filter(([text]) => text.includes(needle)).map(([, userId]) => userId),
    fields: [...byTypes.values()].map((of) => {
      const names = of.some(([, , all]) => all === null) ? null : [...new Set(of.flatMap(([, , some]) => some ?? []))];
      return { types: of[0]?.[1] ?? [], names };
    }),
  };
}

interface Named {
  kind: string;
  id: string;
  userId: string;
  /** True if the row of its deletion told. */
  isGone: boolean;
}

interface AllNamed {
  found: Named[];
  /** True if more users have it in their names than are listed; and if more deleted things had it. */
  isShared: boolean;
  isMoreGone: boolean;
}

/** The names of a user `u`, in both orders, and as written without a space. */
const userNames = sql`lower(concat_ws(chr(10), u.user_id, u.family_name || ' ' || u.given_name,
  u.given_name || ' ' || u.family_name, u.family_name || u.given_name))`;

/** Rows of users with a text in their names, as targets or as those who acted. */
export const isOfUserNamed = (needle: string) => sql<SqlBool>`exists (
  select from searchable_users u where strpos(${userNames}, ${needle}::text) > 0 and u.uuid = any (array[l.operator_uuid,
    case when l.target_type = 'user' and l.target_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then l.target_id::uuid end]))`;

/** Rows of deletions that have a text in the name of what was deleted. */
export const tellsDeleted = (needle: string) =>
  sql<SqlBool>`((l.type in ${deletions} or l.type = ${otherDeletions}) and strpos(deleted_name(l.changes), ${needle}::text) > 0)`;

/** Users and other targets with the keyword in their names or visible IDs, also deleted ones; none of a kind with too many. */
async function named(tx: Tx, needle: string, language: Language): Promise<AllNamed> {
  const indexed = needle
    .split(/\s+/)
    .map(indexedBy)
    .filter((one) => one !== null);
  // Keywords too short for the index are too short for a name.
  if (indexed.length === 0) return { found: [], isShared: false, isMoreGone: true };
  const inside = (text: ReturnType<typeof sql>) => sql`strpos(${text}, ${needle}::text) > 0`;
  const holds = (text: ReturnType<typeof sql>) => inside(sql`lower(${text})`);
  const most = sql`limit ${MOST_NAMED + 1}`;
  const gone = sql`
    select l.target_type as kind, l.target_id as id, coalesce(l.changes #>> '{userId,before}', '') as "userId",
      deleted_name(l.changes) as search_text
    from searchable_system_operation_log l`;
  const { rows } = await sql<Named>`
    (select 'user' as kind, u.uuid::text as id, u.user_id as "userId", false as "isGone" from searchable_users u
      where ${sql.join(indexed, sql` and `)} and ${inside(userNames)} ${most})
    union all
    (select u.kind, u.id, u."userId", true from (
        ${gone} where l.type in ${deletions} and l.target_id is not null) u
      where ${sql.join(indexed, sql` and `)} and ${inside(sql`u.search_text`)} limit ${MOST_DELETIONS + 1})
    union all
    (select u.kind, u.id, u."userId", true from (
        ${gone} where log_key(coalesce(l.type, l.action)) = log_key(${otherDeletions}) and l.target_id is not null) u
      where ${inside(sql`u.search_text`)} limit ${MOST_DELETIONS + 1})
    union all
    (select 'group', uuid::text, '', false from groups
      where ${inside(sql`name_key`)} or ${inside(sql`group_id_key`)} ${most})
    union all
    (select 'tag', uuid::text, '', false from tags where ${inside(sql`name_key`)} ${most})
    union all
    (select 'device', uuid::text, '', false from devices where ${inside(sql`device_id_key`)} ${most})
    union all
    (select 'userImport', import_id::text, '', false from user_imports where kind <> 'undo' and ${holds(sql`file_name`)} ${most})
    union all
    (select 'license', l.license_id, '', false from licenses l left join provider_services s on s.service_class = l.service_class
      where ${holds(sql`l.license_id || chr(10) || ${serviceName(language)}`)} ${most})
    union all
    (select 'contract', contract_id, '', false from contracts where ${holds(sql`contract_id`)} ${most})
    union all
    (select 'oauthClient', client_id, '', false from oauth_clients where ${holds(sql`name`)} ${most})
    union all
    (select kind, id, '', false from (
        select 'openidConnection' as kind, op_id as id, display_name as name from openid_connections
        union all select 'samlConnection', uuid::text, saml_id || chr(10) || display_name from saml_connections
        union all select 'samlSp', saml_sp_id::text, display_name from saml_sps
        union all select 'oauthApi', api_id::text, name from oauth_apis
        union all select 'provisioningSource', uuid::text, display_name from provisioning_sources
        union all select 'managementToken', uuid::text, name from management_tokens
        union all select 'provisioningTarget', uuid::text, name from provisioning_targets
        union all select 'webhook', uuid::text, name from webhooks
        union all select 'emailDomain', domain, domain from email_domains) other
      where ${holds(sql`name`)} ${most})`.execute(tx);
  const [missing, present] = [rows.filter(({ isGone }) => isGone), rows.filter(({ isGone }) => !isGone)];
  const isMoreGone = missing.length > MOST_DELETIONS;
  const many = [...Map.groupBy(present, ({ kind }) => kind)].flatMap(([kind, of]) =>
    of.length > MOST_NAMED ? [kind] : [],
  );
  // A user who was purged was deleted before: two rows.
  const listed = new Map((isMoreGone ? [] : missing).map((one) => [`${one.kind}/${one.id}`, one]));
  const found = [...present.filter(({ kind }) => !many.includes(kind)), ...listed.values()];
  return { found, isShared: many.includes('user'), isMoreGone };
}

/** The meanings of a keyword in the reader's language. */
export async function meaningOf(tx: Tx, keyword: string, language: Language = 'en'): Promise<Meaning> {
  const needle = toLower(keyword.trim());
  const { found, isShared, isMoreGone } = await named(tx, needle, language);
  const goneMany = found.filter(({ isGone }) => isGone).length > MOST_NAMED;
  const isPerson = ({ userId, isGone }: Named) => userId !== '' && !(isGone && goneMany);
  const people = found.filter(isPerson).map(({ id, userId }) => ({ uuid: id, userId }));
  const things = found
    .filter((one) => !isPerson(one))
    .flatMap(({ kind, id }) => (kind === 'oauthClient' ? [kind, ...APPS] : [kind]).map((one) => `${one}/${id}`));
  return {
    ...{ ...wordsFor(keyword, language), people, things },
    shared: isShared ? needle : '',
    remembered: isMoreGone ? needle : '',
  };
}

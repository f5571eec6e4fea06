import { sql } from 'kysely';
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
  /** Part of the names of more deleted targets than are listed here: the rows of their deletions have it. */
  remembered: string;
}

/** Most users or things found by name; a name that more have tells little. */
const MOST_NAMED = 50;
/** Events whose rows have the name of what was deleted, which may be stored nowhere else; those of the index (migration 0216). */
const deletions = sql.raw(
  `('user.deleted', 'user.purged', 'group.deleted', 'tag.deleted', 'device.deleted', 'oauthClient.deleted')`,
);
/** Most deletions by one name that are looked at for different targets. */
const MOST_DELETIONS = 200;

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
  /** True if more deleted things than are listed have it in their names. Of users, that tells as little as of those there are. */
  isMoreGone: boolean;
}

/** Users and other targets with the keyword in their names or visible IDs, also deleted ones; none of a kind with too many. */
async function named(tx: Tx, needle: string, language: Language): Promise<AllNamed> {
  const indexed = needle
    .split(/\s+/)
    .map(indexedBy)
    .filter((one) => one !== null);
  // Keywords too short for the index are too short for a name.
  if (indexed.length === 0) return { found: [], isMoreGone: true };
  const inside = (text: ReturnType<typeof sql>) => sql`strpos(${text}, ${needle}::text) > 0`;
  const holds = (text: ReturnType<typeof sql>) => inside(sql`lower(${text})`);
  const most = sql`limit ${MOST_NAMED + 1}`;
  const person = sql`concat_ws(chr(10), u.user_id, u.family_name || ' ' || u.given_name, u.given_name || ' ' || u.family_name,
    u.family_name || u.given_name)`;
  const { rows } = await sql<Named>`
    (select 'user' as kind, u.uuid::text as id, u.user_id as "userId", false as "isGone" from searchable_users u
      where ${sql.join(indexed, sql` and `)} and ${holds(person)} ${most})
    union all
    (select distinct d.kind, d.id, d."userId", true from (
        select u.kind, u.id, u."userId" from (
          select l.target_type as kind, l.target_id as id, coalesce(l.changes #>> '{userId,before}', '') as "userId",
            deleted_name(l.changes) as search_text
          from searchable_system_operation_log l where l.type in ${deletions} and l.target_id is not null) u
        where ${sql.join(indexed, sql` and `)} and ${inside(sql`u.search_text`)} limit ${MOST_DELETIONS}) d ${most})
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
    (select 'oauthClient', client_id, '', false from oauth_clients where ${holds(sql`name`)} ${most})`.execute(tx);
  const byKind = [...Map.groupBy(rows, ({ kind, isGone }) => `${kind} ${isGone}`).values()];
  const many = byKind.filter((of) => of.length > MOST_NAMED);
  return {
    found: byKind.filter((of) => !many.includes(of)).flat(),
    isMoreGone: many.some(([one]) => one?.isGone && one.kind !== 'user'),
  };
}

/** The meanings of a keyword in the reader's language. */
export async function meaningOf(tx: Tx, keyword: string, language: Language = 'en'): Promise<Meaning> {
  const needle = toLower(keyword.trim());
  const { found, isMoreGone } = await named(tx, needle, language);
  const people = found.filter(({ userId }) => userId !== '').map(({ id, userId }) => ({ uuid: id, userId }));
  const things = found
    .filter(({ userId }) => userId === '')
    .flatMap(({ kind, id }) => (kind === 'oauthClient' ? [kind, ...APPS] : [kind]).map((one) => `${one}/${id}`));
  return { ...wordsFor(keyword, language), people, things, remembered: isMoreGone ? needle : '' };
}

import { type RawBuilder, sql } from 'kysely';
import { userTextNames } from '#contract/people/user-texts.ts';
import type { UserCondition } from '#contract/people/users-search.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { harmless } from '../../platform/exports/harmless.ts';
import { allOf } from '../../platform/db/search/predicate.ts';
import { columnOf } from '../changes/texts.ts';
import { predicatesOf } from '../search/in-group.ts';

/** A stretch of the users in the order of their uuids: behind one, up to another. */
export interface Stretch {
  after: string | null;
  upTo: string | null;
}

/** What PostgreSQL is asked, with its parameters. */
export interface Statement {
  text: string;
  values: unknown[];
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ATTRIBUTE = /^extensionAttribute\d{1,2}$/;

/** The header of a file of users: what `linesOf` gives, in its order, as a format file has it. */
export function lineColumns(attributes: readonly string[]): string[] {
  const names = ['operation', 'userId', 'familyName', 'givenName', 'status', 'roles', 'loginMailAddress'];
  const more = ['mailAddresses', ...userTextNames, 'locale', 'timezone', 'groups'];
  return [...names, ...more, ...attributes];
}

/**
 * The select for `copy (…) to stdout` of the users of a stretch, oldest first. COPY takes no parameters: what is put in
 * are uuids and names of attributes, checked here. `matchingIn`: a table of the uuids that are meant, else all.
 */
export function linesOf({ after, upTo }: Stretch, attributes: readonly string[], matchingIn: string | null): string {
  for (const uuid of [after, upTo]) if (uuid !== null && !UUID.test(uuid)) throw new Error(`${uuid} is no uuid`);
  for (const name of attributes) if (!ATTRIBUTE.test(name)) throw new Error(`${name} is no attribute`);
  const within = (column: string) =>
    [after && `${column} > '${after}'`, upTo && `${column} <= '${upTo}'`].filter(Boolean).join(' and ') || 'true';
  const texts = {
    names: [harmless('u.family_name'), harmless('u.given_name')],
    login: harmless('coalesce(u.login_mail_address, u.next_login_mail_address)'),
    other: harmless(`replace(u.other_mail_addresses, chr(10), ';')`),
    rest: userTextNames.map((text) => harmless(`u.${columnOf(text)}`)),
  };
  const columns = [
    `'update'`,
    'u.user_id',
    ...texts.names,
    'u.status',
    `array_to_string(u.roles, ';')`,
    texts.login,
    texts.other,
    ...texts.rest,
    'u.locale',
    'u.timezone',
    'm.ids',
    ...attributes.map((name) => harmless(`(u.extension_attributes ->> '${name}')`)),
  ];
  return `select ${columns.join(', ')} from users u ${matchingIn === null ? '' : `join ${matchingIn} using (uuid)`}
    left join (
      select gu.user_uuid, string_agg(g.group_id, ';') as ids
      from group_users gu join groups g on g.tenant_id = gu.tenant_id and g.uuid = gu.group_uuid
      where ${within('gu.user_uuid')} group by gu.user_uuid) m on m.user_uuid = u.uuid
    where ${within('u.uuid')} order by u.uuid`;
}

const within = ({ after, upTo }: Stretch): RawBuilder<unknown> => sql`
  ${after === null ? sql`true` : sql`u.uuid > ${after}::uuid`} and ${upTo === null ? sql`true` : sql`u.uuid <= ${upTo}::uuid`}`;

/** The uuids of those of a stretch who meet a condition, as a statement for a connection of one's own. */
export function matchingOf(tx: Tx, condition: UserCondition, now: Date, stretch: Stretch): Statement {
  const matching = allOf(predicatesOf(condition, now), true);
  const { sql: text, parameters } = sql`
    select u.uuid from searchable_users u where ${within(stretch)} and ${matching}`.compile(tx);
  return { text, values: [...parameters] };
}

/** Whether a condition asks anything. */
export const asksNothing = (condition: UserCondition, now: Date) => predicatesOf(condition, now).length === 0;

/** How many meet a condition, and of each so many the last: where a list of them is to be divided. */
export async function divide(
  tx: Tx,
  condition: UserCondition,
  now: Date,
  every: number,
): Promise<{ total: number; ends: string[] }> {
  if (asksNothing(condition, now)) return divideAll(tx, every);
  const { rows } = await sql<{ uuid: string; place: number; total: number }>`
    select uuid, place::integer, total::integer from (
      select u.uuid, row_number() over (order by u.uuid) as place, count(*) over () as total
      from searchable_users u where ${allOf(predicatesOf(condition, now), true)}) numbered
    where place % ${every}::integer = 0 or place = total order by place`.execute(tx);
  return { total: rows[0]?.total ?? 0, ends: rows.map(({ uuid }) => uuid) };
}

/** All users: from end to end along the index, which takes a third of the time of numbering them. */
async function divideAll(tx: Tx, every: number): Promise<{ total: number; ends: string[] }> {
  const end = (start: RawBuilder<unknown>) => sql`
    select u.uuid from searchable_users u where ${start} order by u.uuid limit 1 offset ${every - 1}`;
  const { rows } = await sql<{ uuid: string; total: number }>`
    with recursive ends as (
      (${end(sql`true`)}) union all
      select n.uuid from ends e cross join lateral (${end(sql`u.uuid > e.uuid`)}) n),
    last as (select u.uuid from searchable_users u order by u.uuid desc limit 1)
    select uuid, count_users()::integer as total from (select uuid from ends union select uuid from last) found
    order by uuid`.execute(tx);
  return { total: rows[0]?.total ?? 0, ends: rows.map(({ uuid }) => uuid) };
}

/** The extension attributes that any user has, in their order. */
export async function usedAttributes(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from users u cross join lateral jsonb_object_keys(u.extension_attributes) name
    where u.extension_attributes <> '{}'`.execute(tx);
  const number = (name: string) => Number(name.replace(/\D/g, ''));
  return rows
    .map(({ name }) => name)
    .filter((name) => ATTRIBUTE.test(name))
    .sort((a, b) => number(a) - number(b));
}

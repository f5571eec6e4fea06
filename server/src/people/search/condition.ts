import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { UserCondition } from '#contract/people/users-search.ts';
import { eachTextCondition, isUserLine } from '#contract/people/user-texts.ts';
import { toLower } from '#contract/text-forms.ts';
import { indexedBy, isIndexedWhole, type Predicate } from '../../platform/db/search/predicate.ts';
import { boundsOf } from '../../platform/db/period.ts';
import { columnOf } from '../changes/texts.ts';

/** The escape of spec section 5: a backslash before one of `\ * &` is taken off; any other stands for itself. */
export const unescapeKeyword = (keyword: string) => keyword.replace(/\\([\\*&])/g, '$1');

/** The text of a user that a field is looked for in. Written as the expressions of the generated columns. */
const haystacks = {
  keyword: sql`u.search_text`,
  userId: sql`u.user_id_key`,
  mailAddress: sql`lower(coalesce(u.login_mail_address, '') || chr(10) || coalesce(u.next_login_mail_address, '') || chr(10) || u.other_mail_addresses)`,
  names: sql`lower(u.family_name || ' ' || u.given_name || ' ' || u.family_name || u.given_name || ' ' || u.family_name)`,
  ...eachTextCondition((text) =>
    isUserLine(text) ? sql.ref(`u.${columnOf(text)}_key`) : sql`lower(${sql.ref(`u.${columnOf(text)}`)})`,
  ),
} as const;

/** A column that most of what is in the field is in: making its text anew for each hit took longer than all the rest. */
const mostly: Partial<Record<keyof typeof haystacks, RawBuilder<unknown>>> = {
  mailAddress: sql`u.login_mail_address_key`,
  names: sql`u.name_key`,
};

function contains(field: keyof typeof haystacks, text: string | undefined): Predicate[] {
  const needle = toLower(unescapeKeyword(text ?? ''));
  if (needle === '') return [];
  // Not by LIKE, or the planner would take the trigram index for texts that have no trigrams, and read all of it.
  const inText = sql<SqlBool>`strpos(${haystacks.keyword}, ${needle}) > 0`;
  const indexed = indexedBy(needle);
  if (field === 'keyword') return [{ exact: inText, indexed, isFragment: true, isComplete: isIndexedWhole(needle) }];
  const inField = sql<SqlBool>`strpos(${haystacks[field]}, ${needle}) > 0`;
  const column = mostly[field];
  const exact = column ? sql<SqlBool>`(strpos(${column}, ${needle}) > 0 or ${inField})` : inField;
  return [{ exact, indexed, isFragment: true, cheaper: inText }];
}

const plainly = (exact: RawBuilder<SqlBool>): Predicate[] => [{ exact, indexed: null }];

const hasSecondFactor = sql<SqlBool>`u.uuid in (select t.user_uuid from totps t where t.enabled)`;

/** Who has had the password since a moment or longer. */
const passwordSince = (moment: Date) =>
  sql<SqlBool>`u.uuid in (select p.user_uuid from user_passwords p where p.changed_at <= ${moment})`;

/** The users of a period of last sign-ins, and those who have not signed in since a moment, as their indexes have them. */
const ofPeriod = (when: RawBuilder<unknown>) =>
  sql<{ uuid: string }>`select l.uuid from searchable_last_sign_ins l where l.signed_in_at ${when}`;
const notSince = (moment: Date) => sql<{ uuid: string }>`
  select l.uuid from searchable_last_sign_ins l
  where l.signed_in_at > '-infinity' and l.signed_in_at < ${moment}::timestamptz
  union all
  select l.uuid from searchable_last_sign_ins l
  where l.signed_in_at = '-infinity' and l.created_at < ${moment}::timestamptz`;
const within = ({ from, to }: { from: Date; to: Date }) => sql`between ${from}::timestamptz and ${to}::timestamptz`;
const daysAgo = (now: Date, count: number) => new Date(now.getTime() - count * 86_400_000);

/**
 * Users by their last sign-in: asked of each (`offset 0`), and, where no fragment is looked for beside it, as its index
 * has it (an array, so that the planner cannot think of looking at all users).
 */
const lastSignedIn = (when: RawBuilder<unknown>, alone: boolean, size: number): Predicate => ({
  exact: sql`exists (
    select from searchable_last_sign_ins l where l.uuid = u.uuid and l.signed_in_at ${when} offset 0)`,
  indexed: alone ? sql`u.uuid = any (array(${ofPeriod(when)}))` : null,
  isComplete: true,
  along: sql`u.signed_in_at ${when}`,
  aside: { uuids: ofPeriod(when), size },
});

/** The users that a condition asks of by their last sign-ins, as a question with the column `uuid`; null: it asks more, or nothing. */
export function bySignInAlone(condition: UserCondition, now: Date): RawBuilder<{ uuid: string }> | null {
  const { lastSignInOlderThanDays, lastSignIn, ...others } = condition;
  if (Object.values(others).some((asked) => asked !== undefined && asked !== '')) return null;
  return bySignIn(condition, now);
}

/** The same whatever else is asked. */
export function bySignIn(
  { lastSignInOlderThanDays: days, lastSignIn: period }: UserCondition,
  now: Date,
): RawBuilder<{ uuid: string }> | null {
  if (period && days === undefined) return ofPeriod(within(boundsOf(period, now)));
  return days !== undefined && !period ? notSince(daysAgo(now, days)) : null;
}

/**
 * Who never did is as old as the account: an index has these alone, by when it was made (migration 0091). Looking that up
 * in the users read all of them, for nothing where they are new and have not come yet.
 */
const notSignedInSince = (moment: Date, alone: boolean, size: number): Predicate => ({
  exact: sql`exists (
    select from searchable_last_sign_ins l where l.uuid = u.uuid and l.signed_in_at < ${moment}::timestamptz
      and (l.signed_in_at > '-infinity' or u.created_at < ${moment}::timestamptz) offset 0)`,
  indexed: alone ? sql`u.uuid = any (array(${notSince(moment)}))` : null,
  isComplete: true,
  along: sql`(u.signed_in_at < ${moment}::timestamptz
    and (u.signed_in_at > '-infinity' or u.created_at < ${moment}::timestamptz))`,
  aside: { uuids: notSince(moment), size },
});

/** All that a condition asks but for the group, which in-group.ts knows. `signIns`: how many meet what it asks of last sign-ins. */
export function predicatesOfFields(
  condition: UserCondition,
  now: Date,
  signIns = Number.POSITIVE_INFINITY,
): Predicate[] {
  const {
    userIds,
    status,
    role,
    source,
    mfa,
    lastSignInOlderThanDays: days,
    lastSignIn: period,
    passwordOlderThanDays: age,
  } = condition;
  const fields = Object.keys(haystacks) as (keyof typeof haystacks)[];
  const fragments = fields.flatMap((field) => contains(field, condition[field]));
  const alone = !fragments.some(({ indexed }) => indexed);
  return [
    ...fragments,
    ...(userIds ? [isOneOf(userIds)] : []),
    ...(status ? plainly(sql`u.status = any (${status}::text[])`) : []),
    ...(role ? plainly(sql`${sql.lit(role)} = any (u.roles)`) : []),
    ...(source ? plainly(sourceIn(source)) : []),
    ...(mfa === undefined ? [] : plainly(mfa ? hasSecondFactor : sql`not (${hasSecondFactor})`)),
    ...(days === undefined ? [] : [notSignedInSince(daysAgo(now, days), alone, signIns)]),
    ...(period === undefined ? [] : [lastSignedIn(within(boundsOf(period, now)), alone, signIns)]),
    ...(age === undefined ? [] : plainly(passwordSince(daysAgo(now, age)))),
  ];
}

function isOneOf(userIds: readonly string[]): Predicate {
  const exact = sql<SqlBool>`u.user_id_key = any (${userIds.map(toLower)}::text[])`;
  return { exact, indexed: exact, isComplete: true };
}

/** Said twice where it helps: there is an index of those that come from elsewhere. */
function sourceIn(sources: readonly string[]): RawBuilder<SqlBool> {
  const chosen = sql<SqlBool>`u.source = any (${sources}::text[])`;
  return sources.includes('local') ? chosen : sql<SqlBool>`(${chosen} and u.source <> 'local')`;
}

/** Users who have an exact value, for the check for duplicates. */
export function predicatesOfValues(values: {
  userId?: string | undefined;
  loginMailAddress?: string | undefined;
  mailAddresses?: string | undefined;
}): Predicate[] {
  const found: Predicate[] = [];
  if (values.userId !== undefined) found.push(...plainly(sql`u.user_id_key = ${toLower(values.userId)}`));
  if (values.loginMailAddress !== undefined) {
    found.push(...plainly(sql`u.login_mail_address_key = ${toLower(values.loginMailAddress)}`));
  }
  if (values.mailAddresses !== undefined) {
    const address = toLower(values.mailAddresses);
    const lines = sql`string_to_array(lower(coalesce(u.login_mail_address, '') || chr(10) || coalesce(u.next_login_mail_address, '') || chr(10) || u.other_mail_addresses), chr(10))`;
    // Who has no address has no empty one.
    if (address === '') found.push(...plainly(sql`false`));
    else found.push({ exact: sql`${address} = any (${lines})`, indexed: indexedBy(address) });
  }
  return found;
}

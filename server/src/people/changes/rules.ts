import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { fail } from '#contract/errors.ts';
import { isAdministrator } from '#contract/roles.ts';
import { fieldsOfSource, type UserSource } from '#contract/people/users-source.ts';
import type { Reason } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type Given, type Staged, takesAddressBy } from './changes.ts';

/**
 * What is refused of a change of users: the error ID and the field it is reported at, whether one is changed or many
 * are. The conditions are SQL, for a form, for the preview, for the moment of the change, and for an undo (`rulesOf`).
 */
export const refusals = {
  userIdTaken: { id: 'duplicated_params_userId', field: 'userId' },
  userIdOfAnother: { id: 'user_id_of_another', field: 'userId' },
  userUnknown: { id: 'not_found', field: 'userId' },
  userGone: { id: 'deleted_meanwhile', field: 'userId' },
  /** The user is not the one that was shown. */
  userChanged: { id: 'conflict', field: 'userId' },
  addressTaken: { id: 'duplicated_params_loginMailAddress', field: 'loginMailAddress' },
  groupUnknown: { id: 'invalid_params_groups.groupId', field: 'groups' },
  groupKeptBySource: { id: 'forbidden', field: 'groups' },
  /** At the field that the account's source keeps. */
  keptBySource: { id: 'forbidden', field: '' },
  statusImpossible: { id: 'invalid_params', field: 'status' },
  /** Nobody takes their own rights or account by a file or an undo. */
  ownRights: { id: 'forbidden', field: 'userId' },
  lastAdministrator: { id: 'last_administrator', field: 'userId' },
  addressOfLastAdministrator: { id: 'last_administrator', field: 'loginMailAddress' },
  noRoom: { id: 'over_user_limit', field: 'userId' },
} as const satisfies Record<string, Reason>;
type Refusal = (typeof refusals)[keyof typeof refusals];

/** A refusal as it is thrown at a caller. */
export const refuse = ({ id, field }: Refusal) => fail(id, { field });

/** The reason, as rows keep it; `at`: another field than usual. */
export const reason = ({ id, field }: Refusal, at: RawBuilder<unknown> = sql`${sql.lit(field)}::text`) =>
  sql`jsonb_build_object('id', ${sql.lit(id)}::text, 'field', ${at})`;

/** A list of the reason, or of none. */
export const reasonIf = (when: RawBuilder<unknown>, refusal: Refusal) =>
  sql`case when ${when} then jsonb_build_array(${reason(refusal)}) else '[]'::jsonb end`;

/** A change that rules look at, by its parts in SQL. The user it is about is `u`: as they are, empty if there is none. */
interface Looked {
  /** create, update, delete, or restore */
  kind: RawBuilder<unknown>;
  given: RawBuilder<unknown>;
  /** {field: {before, after}}, for an update */
  changes: RawBuilder<unknown>;
  /** Who may not take their own rights by it; null: forms are for that. */
  operatorUuid: string | null;
  /** The field an unknown group is reported at. */
  atGroup?: RawBuilder<unknown>;
  /** The account's own source makes the change: it may change what it keeps. */
  bySource?: boolean;
}

/** What is known of a change of one user without asking the database. */
export interface Known {
  kind: 'create' | 'update' | 'restore';
  given: Given;
  /** {field: {before, after}} of an update; by default all that is given. */
  changes?: Readonly<Record<string, unknown>> | undefined;
  /** Origin of the account, of an update. */
  source?: UserSource | undefined;
  /** That source makes the change. */
  bySource?: boolean | undefined;
}

export const changesField = ({ given, changes }: Known, field: string): boolean =>
  (changes ?? { ...given })[field] !== undefined;
export const givesAddress = ({ given }: Known): boolean => typeof given.loginMailAddress === 'string';
export const givesGroups = ({ given }: Known): boolean => given.groups !== undefined && given.groups.length > 0;

interface Rule {
  /** When it applies, and the reasons it then gives, if any. */
  when: (looked: Looked) => RawBuilder<unknown>;
  reasons: (looked: Looked) => RawBuilder<unknown>;
  /** Whether it can refuse this change of one user. Only then is the database asked. `null`: it never looks at a form. */
  concerns: ((change: Known) => boolean) | null;
}

const one = (refusal: Refusal, at?: RawBuilder<unknown>) => sql`jsonb_build_array(${reason(refusal, at)})`;
const isOwn = ({ operatorUuid }: Looked) => sql`u.uuid = ${operatorUuid}::uuid`;

/** The rules of every change of a user, in the order in which they are reported. */
const rules = {
  keptBySource: {
    when: ({ changes, bySource }) => (bySource ? sql`false` : sql`${changes} is not null`),
    reasons: ({ changes }) => keptFields(changes),
    concerns: ({ kind, source, bySource }) =>
      !bySource && kind === 'update' && (source === undefined || fieldsOfSource[source].length > 0),
  },
  addressTaken: {
    when: ({ kind, given, changes }) =>
      sql`(${kind} in ('create', 'restore') or ${changes} ? 'loginMailAddress') and ${isAddressTaken(given)}`,
    reasons: () => one(refusals.addressTaken),
    concerns: givesAddress,
  },
  groupUnknown: {
    when: ({ kind, given }) => sql`${kind} in ('create', 'update') and ${firstUnknownGroup(given)} is not null`,
    reasons: ({ atGroup }) => one(refusals.groupUnknown, atGroup),
    concerns: givesGroups,
  },
  groupOfSource: {
    when: ({ kind, given, changes }) =>
      sql`(${kind} = 'create' or ${kind} = 'update' and ${changes} ? 'groups') and ${movesOfSource(given)}`,
    reasons: () => one(refusals.groupKeptBySource),
    concerns: (change) => givesGroups(change) || (change.kind === 'update' && changesField(change, 'groups')),
  },
  ownRights: {
    when: (looked) => sql`${isOwn(looked)} and ${losesRights(looked.kind, looked.changes)}`,
    reasons: () =>
      sql`case when ${hasOtherAdministrator} then ${one(refusals.ownRights)} else ${one(refusals.lastAdministrator)} end`,
    concerns: null,
  },
  ownAddress: {
    when: (looked) => sql`${isOwn(looked)} and ${takesAddressBy(looked.changes)} and ${needsAddress}`,
    reasons: () => one(refusals.addressOfLastAdministrator),
    concerns: null,
  },
} satisfies Record<string, Rule>;

const rulesOf = (looked: Looked): [when: RawBuilder<unknown>, reasons: RawBuilder<unknown>][] =>
  Object.values<Rule>(rules)
    .filter(({ concerns }) => looked.operatorUuid !== null || concerns !== null)
    .map(({ when, reasons }) => [when(looked), reasons(looked)]);

/** The rules that can refuse a change of one user. */
export const rulesConcerning = (change: Known): string[] =>
  Object.entries<Rule>(rules).flatMap(([name, { concerns }]) => (concerns?.(change) ? [name] : []));

/** The rules that look at changes of one user. */
export const rulesOfForms = Object.entries<Rule>(rules).flatMap(([name, { concerns }]) => (concerns ? [name] : []));

/** All reasons against a change, as a list. */
export const everyReason = (looked: Looked) =>
  sql`(${sql.join(
    rulesOf(looked).map(([when, reasons]) => sql`case when ${when} then ${reasons} else '[]'::jsonb end`),
    sql` || `,
  )})`;

/** The first reason against a change, or null. */
export const firstReason = (looked: Looked) =>
  sql`coalesce(${sql.join(rulesOf(looked).map(([when, reasons]) => sql`case when ${when} then ${reasons} -> 0 end`))})`;

/**
 * The fields that the account's source keeps, and that the row would change. An address that waits is part of the one to
 * sign in with.
 */
const keptFields = (changes: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(${reason(refusals.keptBySource, sql`key`)}), '[]')
    from jsonb_object_keys(${changes}) key where (${JSON.stringify(fieldsOfSource)}::jsonb -> u.source)
      ? case key when 'nextLoginMailAddress' then 'loginMailAddress' else key end)`;

/**
 * Whether the login mail address that is `given` is somebody else's: to sign in with, waiting to be that, or a further one.
 * Taking a turn first makes the answer true until the transaction ends. What need not be the only one is counted, so that
 * the index is asked: of what is expected in plenty, the first would be looked for in the table as it lies.
 */
export function isAddressTaken(given: RawBuilder<unknown>) {
  const key = sql`lower(${given} ->> 'loginMailAddress')`;
  return sql`(${key} is not null and (
    exists (select from users other where other.login_mail_address_key = ${key} and other.uuid is distinct from u.uuid)
    or (select count(*) from searchable_users other
      where lower(other.next_login_mail_address) = ${key} and other.uuid is distinct from u.uuid) > 0
    or (select count(*) from user_mail_addresses other
      where other.mail_address_key = ${key} and other.user_uuid is distinct from u.uuid) > 0))`;
}

/** The place of the first of the `given` groups that is not there, from 0; null if all are. */
export const firstUnknownGroup = (given: RawBuilder<unknown>) =>
  sql`(select min(wanted.place) - 1 from jsonb_array_elements_text(${given} -> 'groups') with ordinality wanted (id, place)
    where not exists (select from groups g where g.group_id_key = wanted.id))`;

/**
 * Whether the user would join a group whose users a source keeps, or leave it while a source provides them. Who is the
 * tenant's own by now is taken out of it by nobody else.
 */
const movesOfSource = (given: RawBuilder<unknown>) => sql`(
  exists (select from jsonb_array_elements_text(${given} -> 'groups') wanted (id)
    join groups g on g.group_id_key = wanted.id and g.source <> 'local'
    where not exists (select from group_users m where m.group_uuid = g.uuid and m.user_uuid = u.uuid))
  or exists (select from group_users m join groups g on g.tenant_id = m.tenant_id and g.uuid = m.group_uuid
    where m.user_uuid = u.uuid and g.source <> 'local' and u.source <> 'local' and not (${given} -> 'groups') ? g.group_id_key))`;

/** Whether the row takes the administrator's rights or account from the user. */
const losesRights = (kind: RawBuilder<unknown>, changes: RawBuilder<unknown>) =>
  sql`(is_administrator(u.status, u.roles) and (${kind} = 'delete' or ${changes} #>> '{status,after}' = 'inactive'
    or (${changes} ? 'roles' and not is_administrator(${changes} #> '{roles,after}'))))`;

/** The check of the trigger that keeps the last administrator (migration 0054), for the user `u`. */
const hasOtherAdministrator = sql`(
  select has_administrator_beside(lost) from users lost where lost.uuid = u.uuid)`;

/** True if the last administrator who can sign in needs this address for it. */
const needsAddress = sql`(
  select can_sign_in(lost) and not can_sign_in(jsonb_populate_record(lost, '{"login_mail_address": null}'))
    and not has_administrator_beside(lost)
  from users lost where lost.uuid = u.uuid)`;

/** Whether a row `r` makes somebody an administrator. */
export const givesRights = sql<SqlBool>`coalesce(case
  when r.kind in ('create', 'restore') then is_administrator(r.given -> 'roles')
  when r.kind = 'update' then is_administrator(r.changes #> '{roles,after}') and not is_administrator(r.changes #> '{roles,before}')
  end, false)`;

/** Whether a change of one user can do that. */
export const mayGiveRights = (change: Known): boolean =>
  changesField(change, 'roles') && isAdministrator(change.given.roles ?? []);

/** Whether the row may cost the tenant the administrator `u`: by the rights, or by the address to sign in with. */
export const mayLoseAdministrator = (kind: RawBuilder<unknown>, changes: RawBuilder<unknown>) =>
  sql`(${losesRights(kind, changes)} or is_administrator(u.status, u.roles) and ${takesAddressBy(changes)})`;

/**
 * Turns at a tenant's addresses: who gives one only if nobody else has it takes a turn before asking, so that of two at
 * once not both find it free. A turn ends with the transaction. It is taken after users who exist are locked and before
 * anything is written, which rules out a deadlock. Users who give themselves an address need none: it is as if they had
 * come later. So many for all addresses of a tenant, because one each for a thousand rows would fill the lock table.
 */
const TURNS = 64;
const turnOf = (address: RawBuilder<unknown>) => sql`(hashtextextended(lower(${address}), 0) & ${sql.lit(TURNS - 1)})`;
const lockOf = (turn: RawBuilder<unknown>) =>
  sql`hashtextextended('addresses of ' || current_tenant() || ' ' || ${turn}, 0)`;

/** Takes the turn at one address. */
export const takingTurn = (address: string) =>
  sql`select pg_advisory_xact_lock(${lockOf(turnOf(sql`${address}::text`))})`;

/**
 * Takes the turns at all addresses that rows give, in one order. Shared: rows of one file give no address twice, and one
 * file of a tenant is applied at a time, so its lanes need not wait for each other. Others (`isAlone` is false) do.
 */
export async function takeTurns(tx: Tx, rows: Staged, isAlone = true): Promise<void> {
  const address = sql`(r.given ->> 'loginMailAddress')`;
  const lock = sql.raw(isAlone ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock');
  await sql`
    select ${lock}(${lockOf(sql`turn`)}) from (
      select distinct ${turnOf(address)} as turn from ${rows} r
      where ${address} is not null and (r.kind in ('create', 'restore') or r.kind = 'update' and r.changes ? 'loginMailAddress')
      order by turn offset 0) turns`.execute(tx);
}

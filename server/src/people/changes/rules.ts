import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { fail } from '#contract/errors.ts';
import { fieldsOfSource } from '#contract/people/users-source.ts';
import type { Reason } from '../../platform/db/schema.ts';
import { takesAddressBy } from './source.ts';

/**
 * What is refused of a change of users: the error ID and the field it is reported at, whether one is changed or many
 * are. The conditions are SQL, for the preview, for the moment of the change, and for an undo.
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

/** A refusal as it is thrown at a caller; `at`: another field than usual. */
export const refuse = ({ id, field }: Refusal, at: string = field) => fail(id, { field: at });

/** The reason, as rows keep it; `at`: another field than usual. */
export const reason = ({ id, field }: Refusal, at: RawBuilder<unknown> = sql`${sql.lit(field)}::text`) =>
  sql`jsonb_build_object('id', ${sql.lit(id)}::text, 'field', ${at})`;

/** A list of the reason, or of none. */
export const reasonIf = (when: RawBuilder<unknown>, refusal: Refusal) =>
  sql`case when ${when} then jsonb_build_array(${reason(refusal)}) else '[]'::jsonb end`;

/**
 * The fields that the account's source keeps, and that the row would change. An address that waits is part of the one to
 * sign in with.
 */
export const keptFields = (changes: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(${reason(refusals.keptBySource, sql`key`)}), '[]')
    from jsonb_object_keys(${changes}) key where (${JSON.stringify(fieldsOfSource)}::jsonb -> u.source)
      ? case key when 'nextLoginMailAddress' then 'loginMailAddress' else key end)`;

/**
 * Whether the login mail address that is `given` is somebody else's: to sign in with, waiting to be that, or a further one.
 * What need not be the only one is counted, so that the index is asked: of what is expected in plenty, the first would be
 * looked for in the table as it lies.
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

/** Whether one of the `given` groups is not there. */
export const lacksGroup = (given: RawBuilder<unknown>) =>
  sql`exists (select from jsonb_array_elements_text(${given} -> 'groups') wanted
    where not exists (select from groups g where g.group_id_key = wanted))`;

/** Whether the row takes the administrator's rights or account from the user. */
export const losesRights = (kind: RawBuilder<unknown>, changes: RawBuilder<unknown>) =>
  sql`(is_administrator(u.status, u.roles) and (${kind} = 'delete' or ${changes} #>> '{status,after}' = 'inactive'
    or (${changes} ? 'roles' and not is_administrator(${changes} #> '{roles,after}'))))`;

/** Whether a row `r` makes somebody an administrator. */
export const givesRights = sql<SqlBool>`coalesce(case
  when r.kind in ('create', 'restore') then is_administrator(r.given -> 'roles')
  when r.kind = 'update' then is_administrator(r.changes #> '{roles,after}') and not is_administrator(r.changes #> '{roles,before}')
  end, false)`;

/** Whether the row may cost the tenant the administrator `u`: by the rights, or by the address to sign in with. */
export const mayLoseAdministrator = (kind: RawBuilder<unknown>, changes: RawBuilder<unknown>) =>
  sql`(${losesRights(kind, changes)} or is_administrator(u.status, u.roles) and ${takesAddressBy(changes)})`;

import { type RawBuilder, sql } from 'kysely';
import type { ListedUser, User } from '#contract/people/users-fields.ts';
import { textsOf, type UserText } from '#contract/people/user-texts.ts';
import { fieldsOfSource } from '#contract/people/users-source.ts';
import type { Place } from '../../platform/db/keyset.ts';
import { ask, named } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { textsOfRow } from '../changes/texts.ts';
import { isOpenSession } from '../ports.ts';

/** A user of a list as the database has it. */
export interface ListedRow extends Record<UserText, string> {
  uuid: string;
  user_id: string;
  family_name: string;
  given_name: string;
  status: ListedUser['status'];
  roles: string[];
  locale: string | null;
  login_mail_address: string | null;
  next_login_mail_address: string | null;
  mail_addresses: string[];
  source: ListedUser['source'];
  mfa_enabled: boolean;
  password_assigned: boolean;
  user_code_assigned: boolean;
  logined_at: Date | null;
  created_at: Date;
}

/**
 * `offset 0`: each asked of one user at a time. The planner would rather read all of the tenant's passwords for a page.
 * The further mail addresses are in the row too, in their order, as they are searched (migration 0010).
 */
const listed = sql`
  u.uuid, u.user_id, u.family_name, u.given_name, u.status, u.roles, ${textsOfRow('u')}, u.locale,
  u.login_mail_address, u.next_login_mail_address, u.source, u.created_at,
  (select nullif(l.signed_in_at, '-infinity') from last_sign_ins l
    where l.tenant_id = u.tenant_id and l.uuid = u.uuid) as logined_at,
  string_to_array(u.other_mail_addresses, chr(10)) as mail_addresses,
  exists (select from totps t where t.tenant_id = u.tenant_id and t.user_uuid = u.uuid and t.enabled offset 0) as mfa_enabled,
  exists (select from user_passwords p where p.tenant_id = u.tenant_id and p.user_uuid = u.uuid offset 0) as password_assigned,
  u.user_code_hash is not null as user_code_assigned`;

/** The users of these uuids, in this order. */
export const listedRows = (uuids: readonly string[]) =>
  named(
    'users_of',
    sql<ListedRow>`
      select ${listed} from unnest(${uuids}::uuid[]) with ordinality as asked (uuid, place)
      join users u on u.uuid = asked.uuid order by asked.place`,
  );

/** The users at places of a list, in its order, with these. */
export const rowsAt = (places: RawBuilder<Place>) => sql<ListedRow & Place>`
  select ${listed}, asked.key from (select p.*, row_number() over () as place from (${places}) p) asked
  join users u on u.uuid = asked.uuid order by asked.place`;

/** Those of these uuids, asked at once. */
export async function listRows(tx: Tx, uuids: readonly string[]): Promise<ListedRow[]> {
  return uuids.length === 0 ? [] : await ask(tx, listedRows(uuids));
}

export const toListedUser = (row: ListedRow): ListedUser => ({
  uuid: row.uuid,
  userId: row.user_id,
  familyName: row.family_name,
  givenName: row.given_name,
  status: row.status,
  roles: row.roles,
  ...textsOf(row),
  locale: row.locale,
  loginMailAddress: row.login_mail_address,
  nextLoginMailAddress: row.next_login_mail_address,
  mailAddresses: row.mail_addresses,
  source: row.source,
  mfaEnabled: row.mfa_enabled,
  passwordAssigned: row.password_assigned,
  userCodeAssigned: row.user_code_assigned,
  loginedAt: row.logined_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});

interface UserRow extends ListedRow {
  tenant_id: string;
  timezone: string | null;
  next_login_mail_address_expires_at: Date | null;
  extension_attributes: Record<string, string>;
  groups: User['groups'];
  totps: User['totp'];
  recovery_codes_left: number;
  password: { changedAt: string; mustChange: boolean } | null;
  locked_until: Date | null;
  onpremise_accounts: User['onpremiseAccounts'];
  openid_provider_accounts: User['allowedOpenidProviderAccounts'];
  open_sessions: number;
  sign_in_stopped: boolean;
  updated_at: Date;
}

/** Whose row is asked for: by the visible id, lower-cased, or by the uuid. */
export type UserKey = { userIdKey: string } | { uuid: string };

/** A user with all that an administrator sees. */
export const userRowOf = (key: UserKey, now: Date) =>
  named(
    'uuid' in key ? 'read_user' : 'read_user_by_id',
    sql<UserRow>`
    select ${listed}, u.tenant_id, u.timezone, u.next_login_mail_address_expires_at, u.extension_attributes,
      u.locked_until, u.updated_at,
      (select coalesce(json_agg(json_build_object('uuid', g.uuid, 'groupId', g.group_id, 'name', g.name) order by g.group_id_key), '[]')
        from group_users gu join groups g on g.tenant_id = gu.tenant_id and g.uuid = gu.group_uuid
        where gu.tenant_id = u.tenant_id and gu.user_uuid = u.uuid) as groups,
      (select coalesce(json_agg(json_build_object('uuid', t.uuid, 'enabled', t.enabled, 'activatedAt',
          to_char(t.activated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by t.created_at), '[]')
        from totps t where t.tenant_id = u.tenant_id and t.user_uuid = u.uuid) as totps,
      (select count(*)::integer from recovery_codes r
        where r.tenant_id = u.tenant_id and r.user_uuid = u.uuid and r.consumed_at is null) as recovery_codes_left,
      (select json_build_object('changedAt', to_char(p.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'mustChange', p.must_change)
        from user_passwords p where p.tenant_id = u.tenant_id and p.user_uuid = u.uuid) as password,
      (select coalesce(json_agg(json_build_object('uuid', o.uuid, 'type', o.type, 'deviceType', o.device_type,
          'index', o.index, 'hint', o.hint) order by o.device_type, o.type, o.index), '[]')
        from onpremise_accounts o where o.tenant_id = u.tenant_id and o.user_uuid = u.uuid) as onpremise_accounts,
      (select coalesce(json_agg(json_build_object('uuid', a.uuid, 'type', c.type, 'opId', coalesce(c.id, a.op_id),
          'subjectSubId', a.subject_sub_id, 'displayName', a.display_name) order by a.created_at, a.uuid), '[]')
        from openid_provider_accounts a left join lateral connection_of(a.tenant_id, a.op_id) c on true
        where a.tenant_id = u.tenant_id and a.user_uuid = u.uuid) as openid_provider_accounts,
      (select count(*)::integer from sessions s where s.tenant_id = u.tenant_id and s.user_uuid = u.uuid
        and ${isOpenSession(now)}) as open_sessions,
      exists (select from sign_in_guards s where s.tenant_id = u.tenant_id and s.uuid = u.uuid
        and greatest(s.unknown_until, s.device_until) > ${now}) as sign_in_stopped
    from users u where ${'uuid' in key ? sql`u.uuid = ${key.uuid}` : sql`u.user_id_key = ${key.userIdKey}`}`,
  );

export const toUser = (row: UserRow): User => ({
  tenantId: row.tenant_id,
  ...toListedUser(row),
  timezone: row.timezone,
  loginMailAddressConfirmationExpiresAt: row.next_login_mail_address_expires_at?.toISOString() ?? null,
  extensionAttributes: row.extension_attributes,
  groups: row.groups,
  readOnlyFields: [...fieldsOfSource[row.source]],
  mfaStatus: { enabled: row.mfa_enabled, recoveryCodesLeft: row.recovery_codes_left },
  totp: row.totps,
  passwordChangedAt: row.password?.changedAt ?? null,
  mustChangePassword: row.password?.mustChange ?? false,
  // Kept of who is deactivated meanwhile, and ended when they are activated.
  lockedUntil: row.status === 'locked' ? (row.locked_until?.toISOString() ?? null) : null,
  signInStopped: row.sign_in_stopped,
  onpremiseAccounts: row.onpremise_accounts,
  linkedOpenidProvider: row.openid_provider_accounts.find(({ type }) => type !== null)?.opId ?? null,
  allowedOpenidProviderAccounts: row.openid_provider_accounts,
  openSessions: row.open_sessions,
  updatedAt: row.updated_at.toISOString(),
});

import { type RawBuilder, sql } from 'kysely';
import type { User } from '#contract/people/users-fields.ts';
import type { NewUser } from '#contract/people/users.ts';
import { textsOf } from '#contract/people/user-texts.ts';
import type { Changes } from '../../platform/events/write.ts';
import { textPairs } from '../changes/texts.ts';

/** A user as the fields that can be changed, as the log has them: groups by their ids, as these were typed. */
export function loggedFields(user: User): Record<string, unknown> {
  const { familyName, givenName, roles, locale, timezone } = user;
  return {
    ...{ familyName, givenName, roles, ...textsOf(user), locale, timezone },
    loginMailAddress: user.loginMailAddress,
    nextLoginMailAddress: user.nextLoginMailAddress,
    mailAddresses: user.mailAddresses,
    extensionAttributes: sorted(user.extensionAttributes),
    groups: user.groups.map(({ groupId }) => groupId),
  };
}

/** Attributes in one order, so that they can be compared. */
export const sorted = (values: Record<string, string>) => Object.fromEntries(Object.entries(values).sort());

/** Of a user who comes back: all that is filled in. */
export const filledFields = (fields: Record<string, unknown>): Changes =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => hasContent(value))
      .map(([field, after]) => [field, { after }]),
  );

/** Whether there is something in a value; what is empty is not logged of who comes and goes. */
const hasContent = (value: unknown) =>
  value !== null && value !== '' && !(typeof value === 'object' && Object.keys(value).length === 0);

/** The same of a value of JSON in the database. */
export const isFilled = (value: RawBuilder<unknown>) => sql`${value}::text not in ('null', '""', '[]', '{}')`;

/**
 * What the log says of a new user: every field that was filled in, groups by the ids they have; of the password only that
 * there is one. A login mail address only waits to be that.
 */
export function createdFields({ password, invite, mustChangePassword, ...given }: NewUser, made: User): Changes {
  const { loginMailAddress: nextLoginMailAddress, ...fields } = given;
  const told = { ...fields, nextLoginMailAddress, groups: made.groups.map(({ groupId }) => groupId) };
  return {
    ...filledFields(told),
    ...(password === undefined ? {} : { password: {}, mustChangePassword: { after: mustChangePassword } }),
    ...(invite && { invite: { after: true } }),
  };
}

/**
 * What the log keeps of a user `u` who is deleted: `loggedFields`, the id and the status, as far as there is something
 * in them. The same whether one is deleted, many, or some by a file.
 */
export const goneFields = sql`(
  select jsonb_object_agg(f.key, jsonb_build_object('before', f.value)) from jsonb_each(jsonb_build_object(
    'userId', u.user_id, 'status', u.status, 'familyName', u.family_name, 'givenName', u.given_name, 'roles', u.roles,
    ${textPairs((column) => sql.ref(`u.${column}`))}, 'locale', u.locale, 'timezone', u.timezone, 'loginMailAddress', u.login_mail_address, 'nextLoginMailAddress', u.next_login_mail_address,
    'mailAddresses', string_to_array(nullif(u.other_mail_addresses, ''), chr(10)),
    'extensionAttributes', u.extension_attributes,
    'groups', (select jsonb_agg(g.group_id order by g.group_id_key)
      from group_users gu join groups g on g.tenant_id = gu.tenant_id and g.uuid = gu.group_uuid
      where gu.tenant_id = u.tenant_id and gu.user_uuid = u.uuid))) f
  where ${isFilled(sql`f.value`)})`;

/** A list of group ids, lower-cased, as these were typed; one that is gone stays as it is. */
export const typedGroupIds = (ids: RawBuilder<unknown>) => sql`(
  select coalesce(jsonb_agg(coalesce(g.group_id, id) order by place), '[]')
  from jsonb_array_elements_text(${ids}) with ordinality as named (id, place)
  left join lateral (select group_id from groups where group_id_key = id limit 1) g on true)`;

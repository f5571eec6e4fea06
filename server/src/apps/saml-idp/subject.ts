import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { NameIdFormat } from '#contract/apps/saml-idp-values.ts';
import type { AttributeStatement } from '#contract/apps/saml-idp.ts';
import { personName } from '#contract/display.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Statement } from './response.ts';

interface UserFacts {
  user_id: string;
  login_mail_address: string | null;
  family_name: string;
  given_name: string;
  department: string;
  location: string;
  locale: string;
  timezone: string;
  extension_attributes: Record<string, string>;
  groups: { id: string; name: string }[];
}

/** What service providers can be told of a user. The groups are those the user is a direct member of. */
export async function readUserFacts(tx: Tx, uuid: string): Promise<UserFacts | null> {
  const { rows } = await sql<UserFacts>`
    select u.user_id, u.login_mail_address, u.family_name, u.given_name, u.department, u.location,
      coalesce(u.locale, t.locale) as locale, coalesce(u.timezone, t.timezone) as timezone, u.extension_attributes,
      (select coalesce(jsonb_agg(jsonb_build_object('id', g.group_id, 'name', g.name) order by g.group_id), '[]')
        from group_users m join groups g on g.uuid = m.group_uuid where m.user_uuid = u.uuid) as groups
    from users u join tenants t on t.tenant_id = u.tenant_id where u.uuid = ${uuid}`.execute(tx);
  return rows[0] ?? null;
}

function valuesOf(user: UserFacts, source: string): (string | null | undefined)[] {
  switch (source) {
    case 'userId':
      return [user.user_id];
    case 'loginMailAddress':
      return [user.login_mail_address];
    case 'displayName':
      return [personName({ familyName: user.family_name, givenName: user.given_name }, user.locale) || user.user_id];
    case 'familyName':
      return [user.family_name];
    case 'givenName':
      return [user.given_name];
    case 'department':
      return [user.department];
    case 'location':
      return [user.location];
    case 'locale':
      return [user.locale];
    case 'timezone':
      return [user.timezone];
    case 'groupIds':
      return user.groups.map(({ id }) => id);
    case 'groupNames':
      return user.groups.map(({ name }) => name);
    default:
      return [Object.hasOwn(user.extension_attributes, source) ? user.extension_attributes[source] : null];
  }
}

/** The attributes of a user as a service provider gets them. What a user does not have is left out. */
export const statementsOf = (user: UserFacts, wanted: readonly AttributeStatement[]): Statement[] =>
  wanted.map(({ name, nameFormat, source }) => ({
    name,
    nameFormat,
    values: valuesOf(user, source).filter((value): value is string => Boolean(value)),
  }));

/** A session as a service provider knows it: another name at each, or they could tell that two persistent names are one. */
export const sessionIndexOf = (sessionId: string, samlSpId: string): string =>
  `_${createHash('sha256').update(`${sessionId} ${samlSpId}`).digest('hex').slice(0, 40)}`;

/** The user's name at a service provider; null if they have no email address and it wants one. */
export async function nameIdOf(
  tx: Tx,
  { tenantId, samlSpId, uuid, format }: { tenantId: string; samlSpId: string; uuid: string; format: NameIdFormat },
  user: UserFacts,
): Promise<string | null> {
  if (format === 'emailAddress') return user.login_mail_address;
  if (format === 'unspecified') return user.user_id;
  const random = `_${randomBytes(20).toString('hex')}`;
  if (format === 'transient') return random;
  const { rows } = await sql<{ name_id: string }>`
    with made as (
      insert into saml_name_ids (tenant_id, saml_sp_id, user_uuid, name_id)
      values (${tenantId}, ${samlSpId}, ${uuid}, ${random}) on conflict do nothing returning name_id)
    select name_id from made
    union all select name_id from saml_name_ids where saml_sp_id = ${samlSpId} and user_uuid = ${uuid}`.execute(tx);
  if (rows[0]) return rows[0].name_id;
  // Another sign-in of the user has made it meanwhile.
  const stored = tx.selectFrom('saml_name_ids').select('name_id').where('saml_sp_id', '=', samlSpId);
  return (await stored.where('user_uuid', '=', uuid).executeTakeFirstOrThrow()).name_id;
}

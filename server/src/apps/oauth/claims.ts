import { personName } from '#contract/display.ts';
import type { Tx } from '../../platform/db/transaction.ts';

/** Claims of each OpenID scope (OpenID Connect Core section 5.4); `null` values are the library's notation. */
export const scopeClaims = {
  // ID tokens of the code flow contain the claims of `openid`; services-claim.ts decides who gets `permittedServices`.
  openid: ['sub', 'tenantId', 'auth_time', 'acr', 'amr', 'permittedServices'],
  profile: ['name', 'family_name', 'given_name', 'preferred_username', 'locale', 'zoneinfo', 'updated_at', 'roles'],
  email: ['email', 'email_verified'],
} as const;

/** A user's claims in ID tokens and userinfo, by scope. */
export async function findClaims(
  tx: Tx,
  tenantId: string,
  uuid: string,
  scope: string,
): Promise<Record<string, unknown>> {
  const scopes = new Set(scope.split(' '));
  if (!scopes.has('profile') && !scopes.has('email')) return { sub: uuid, tenantId };
  const row = await tx
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.tenant_id', 'u.tenant_id')
    .select([
      'u.user_id',
      'u.family_name',
      'u.given_name',
      'u.roles',
      'u.login_mail_address',
      'u.proven_mail_address',
      'u.updated_at',
      'u.locale',
      'u.timezone',
      't.locale as tenant_locale',
      't.timezone as tenant_timezone',
    ])
    .where('u.uuid', '=', uuid)
    .executeTakeFirst();
  if (!row) return { sub: uuid, tenantId };
  const locale = row.locale ?? row.tenant_locale;
  return {
    sub: uuid,
    tenantId,
    name: personName({ familyName: row.family_name, givenName: row.given_name }, locale) || row.user_id,
    family_name: row.family_name || undefined,
    given_name: row.given_name || undefined,
    preferred_username: row.user_id,
    locale,
    zoneinfo: row.timezone ?? row.tenant_timezone,
    updated_at: Math.floor(row.updated_at.getTime() / 1000),
    roles: row.roles,
    ...(row.login_mail_address
      ? { email: row.login_mail_address, email_verified: row.proven_mail_address === row.login_mail_address }
      : {}),
  };
}

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { administratorRole, type Role } from '#contract/roles.ts';
import type { SecurityPolicy } from '#contract/security-policy.ts';
import type { FederatedLoginType } from '#contract/sign-in/login-types.ts';
import { isProviderOpen } from '#contract/sign-in/login-ways.ts';

/** Whether the roles of users `u` are among those that a policy names; the set-based form of `policyRole`. */
const isAmong = (roles: readonly Role[]) =>
  sql<SqlBool>`(case when is_administrator(u.roles) then ${roles.includes(administratorRole)}::boolean
    else ${roles.includes('User')}::boolean end)`;

/** Users `u` with a password `p` that signs them in at the pages. */
export const signsInByPassword = (policy: SecurityPolicy): RawBuilder<SqlBool> =>
  sql`(p.user_uuid is not null and not ${keptOut(policy) ?? sql`false`} and ${isAmong(policy.loginPolicy.siteLoginRoles.password)})`;

/** Users `u` whom a linked identity provider signs in. `besides`: the UUID of a connection that does not count. */
export const signsInByProvider = (
  { loginPolicy }: SecurityPolicy,
  besides: string | null = null,
): RawBuilder<SqlBool> => {
  const { saml, oidc, siteLoginRoles } = loginPolicy;
  return sql`has_open_provider(u.tenant_id, u.uuid, ${saml}::boolean and ${isAmong(siteLoginRoles.saml)},
    ${oidc.enabled}::boolean and ${isAmong(siteLoginRoles.oidc)}, ${oidc.openidProviders}::text[], ${besides}::text)`;
};

/** A connection to an identity provider. */
export interface Connection {
  type: FederatedLoginType;
  /** In addresses and policies. */
  id: string;
  uuid: string;
  enabled: boolean;
}

/** Users `u`, linked to a connection, whom it signs in. */
export const signsInBy = (
  { loginPolicy }: SecurityPolicy,
  { enabled, ...provider }: Connection,
): RawBuilder<SqlBool> =>
  enabled && isProviderOpen(loginPolicy, provider)
    ? isAmong(loginPolicy.siteLoginRoles[provider.type === 'saml' ? 'saml' : 'oidc'])
    : sql`false`;

/** Users `u` who can set a password by email that would sign them in (`mayHavePassword`). */
export const setsPasswordByMail = ({ loginPolicy }: SecurityPolicy): RawBuilder<SqlBool> =>
  sql`(u.source = 'local' and u.status = 'active' and u.login_mail_address is not null
    and ${isAmong(loginPolicy.siteLoginRoles.password)})`;

/**
 * Condition on users `u` who can never sign in under a policy, whatever they do; null: it locks out nobody. The rule is
 * `is_kept_out` (migration 0054), which the database evaluates for saved policies. It ignores obstacles that users can
 * remove themselves (an expired password, MFA to set up), and locks: those of the last administrator always end
 * (`sign-in/last-administrator.ts`, docs/decisions/0070).
 */
export function keptOut({ loginPolicy: { siteLoginType } }: SecurityPolicy): RawBuilder<SqlBool> | null {
  return siteLoginType === 'loginMailAddress' ? sql`is_kept_out(${siteLoginType}, u.login_mail_address)` : null;
}

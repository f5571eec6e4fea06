import type { LoginPolicy } from '../login-policy.ts';
import { policyRole } from '../roles.ts';
import type { OfferedProvider } from './login.ts';

type Provider = Pick<OfferedProvider, 'type' | 'id'>;
type Ways = Pick<LoginPolicy, 'saml' | 'oidc' | 'siteLoginRoles'>;

/** Whether users of these roles may sign in at the pages with a password. */
export const isPasswordOpen = ({ siteLoginRoles }: Ways, roles: readonly string[]): boolean =>
  siteLoginRoles.password.includes(policyRole(roles));

/** Whether a tenant signs anybody in with an identity provider. */
export function isProviderOpen({ saml, oidc }: Ways, { type, id }: Provider): boolean {
  if (type === 'saml') return saml;
  return oidc.enabled && (oidc.openidProviders === null || oidc.openidProviders.includes(id));
}

/** Whether it signs in users of these roles with it. */
export const isProviderOpenTo = (policy: Ways, provider: Provider, roles: readonly string[]): boolean =>
  isProviderOpen(policy, provider) &&
  policy.siteLoginRoles[provider.type === 'saml' ? 'saml' : 'oidc'].includes(policyRole(roles));

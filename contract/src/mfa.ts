import type { Role } from './roles.ts';

export interface MfaSubject {
  roles: readonly string[];
  /** Whether a TOTP is activated. */
  totpEnabled: boolean;
  passwordAssigned: boolean;
}

export interface MfaRule {
  enabled: boolean;
  siteEnforceMfa: { enabled: boolean; roles: readonly Role[] };
}

/** Whether the tenant asks this person for a second factor: by the power-user rule if they are one, else by the user's. */
export function isMfaEnforced(userRoles: readonly string[], rule: MfaRule): boolean {
  const role: Role = userRoles.includes('PowerUser') ? 'PowerUser' : 'User';
  return rule.enabled && rule.siteEnforceMfa.enabled && rule.siteEnforceMfa.roles.includes(role);
}

/**
 * MFA set-up is required (spec section 4) when the user is known, has no enabled TOTP, has a password and the tenant
 * enforces MFA for the user's role. The excluded case is a management agent: it never signs in at the portal.
 */
export function isMfaSetupRequired(subject: MfaSubject, rule: MfaRule): boolean {
  return !subject.totpEnabled && subject.passwordAssigned && isMfaEnforced(subject.roles, rule);
}

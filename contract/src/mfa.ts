import type { LoginPolicy } from './login-policy.ts';
import type { Role } from './roles.ts';

/** Whose sign-in is meant: their roles and where the account comes from (`users.source`). */
export interface MfaPerson {
  roles: readonly string[];
  source: string;
}

export interface MfaSubject extends MfaPerson {
  /** Whether a TOTP is activated. */
  totpEnabled: boolean;
  passwordAssigned: boolean;
}

export type MfaRule = Pick<LoginPolicy['mfa'], 'enabled' | 'siteEnforceMfa'>;

/**
 * Whether the tenant asks this person for a second factor: by the power-user rule if they are one, else by the user's;
 * where only local accounts are asked, those that another directory keeps are not (docs/decisions/0029).
 */
export function isMfaEnforced({ roles, source }: MfaPerson, { enabled, siteEnforceMfa }: MfaRule): boolean {
  const role: Role = roles.includes('PowerUser') ? 'PowerUser' : 'User';
  const meant = siteEnforceMfa.accounts === 'every' || source === 'local';
  return enabled && siteEnforceMfa.enabled && meant && siteEnforceMfa.roles.includes(role);
}

/**
 * MFA set-up is required (spec section 4) when the user is known, has no enabled TOTP, has a password and the tenant
 * enforces MFA for the user's role. The excluded case is a management agent: it never signs in at the portal.
 */
export function isMfaSetupRequired(subject: MfaSubject, rule: MfaRule): boolean {
  return !subject.totpEnabled && subject.passwordAssigned && isMfaEnforced(subject, rule);
}

import type { LoginPolicy } from './login-policy.ts';
import { policyRole } from './roles.ts';

/** Facts about a user that decide about MFA: roles and origin of the account (`users.source`). */
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
 * True if the tenant enforces MFA for this user: by the rule for administrators if they are one, otherwise by the rule
 * for users. With `local`, accounts kept by another directory are exempt (docs/decisions/0029).
 */
export function isMfaEnforced({ roles, source }: MfaPerson, { enabled, siteEnforceMfa }: MfaRule): boolean {
  const meant = siteEnforceMfa.accounts === 'every' || source === 'local';
  return enabled && siteEnforceMfa.enabled && meant && siteEnforceMfa.roles.includes(policyRole(roles));
}

/**
 * True if MFA must be set up (spec section 4): the user is known, has no active TOTP, has a password, and the tenant
 * enforces MFA for the user's role. Management agents are excluded: they never sign in at the portal.
 */
export function isMfaSetupRequired(subject: MfaSubject, rule: MfaRule): boolean {
  return !subject.totpEnabled && subject.passwordAssigned && isMfaEnforced(subject, rule);
}

import { equalSecrets, hashSecret } from '../../platform/crypto/secret.ts';

/**
 * True if MFA is completed for a temporary code: not set up, or passed with this ID. A code stolen after MFA is
 * worthless without the ID.
 */
export function isSecondFactorSettled(
  methods: readonly string[],
  code: { mfa_at: Date | null; data: Record<string, unknown> },
  authMfaId: string | undefined,
): boolean {
  return methods.length === 0 || wasGiven(code, authMfaId);
}

function wasGiven(
  code: { mfa_at: Date | null; data: Record<string, unknown> },
  authMfaId: string | undefined,
): boolean {
  const { authMfaHash } = code.data;
  if (code.mfa_at === null || authMfaId === undefined || typeof authMfaHash !== 'string') return false;
  return equalSecrets(authMfaHash, hashSecret(authMfaId).toString('base64url'));
}

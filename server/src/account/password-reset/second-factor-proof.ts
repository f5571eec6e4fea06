import { equalSecrets, hashSecret } from '../../crypto/secret.ts';

/**
 * Whether the second factor is settled for a temporary code: none is set up, or it was given and this is the id that was
 * answered then. A code that was stolen after its second factor was given is worth nothing without the id.
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

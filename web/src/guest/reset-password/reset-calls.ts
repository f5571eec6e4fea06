import type { authenticateMfa, disableMfa, resetPassword } from '#contract/sign-in/password-reset.ts';
import { hasErrorId } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import type { SecondFactor } from '../../guest-kit/SecondFactorForm.tsx';
import type { OpenedLink } from '../../guest-kit/mail-link.ts';

/** Gives what the next steps need as proof of the second factor. */
export async function proveSecondFactor(
  { temporaryCode, tenantId }: OpenedLink,
  factor: SecondFactor,
): Promise<string> {
  const body = { temporaryCode, tenantId, ...factor };
  return (
    await call<typeof authenticateMfa>({ method: 'POST', path: '/api/account/mfa/authenticate', noAuth: true, body })
  ).authMfaId;
}

/** Takes away the second factor of somebody who has lost it; that it is gone already is fine. */
export async function removeSecondFactor({ temporaryCode }: OpenedLink, authMfaId: string): Promise<void> {
  const body = { temporaryCode, authMfaId };
  await call<typeof disableMfa>({ method: 'POST', path: '/api/account/disableMfa', noAuth: true, body }).catch(
    (error) => {
      if (!hasErrorId(error, 'totp_not_exist')) throw error;
    },
  );
}

export async function setPassword(
  { temporaryCode, tenantId }: OpenedLink,
  password: string,
  authMfaId: string | undefined,
): Promise<void> {
  const body = { temporaryCode, tenantId, password, ...(authMfaId ? { authMfaId } : {}) };
  await call<typeof resetPassword>({ method: 'POST', path: '/api/account/resetPassword', noAuth: true, body });
}

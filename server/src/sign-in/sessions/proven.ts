import type { ProvenAccount } from '../../platform/db/schema.ts';

/**
 * Whether an earlier proof of an account is still valid: its password was not changed since, nor was it signed out
 * everywhere. Otherwise someone who knew the old password could continue a sign-in or use a ticket begun with it.
 */
export function isStillProven(
  account: { password_changed_at: Date | null; signed_out_at: Date | number },
  proven: Pick<ProvenAccount, 'provenAt'> | undefined,
): boolean {
  const at = Date.parse(proven?.provenAt ?? '');
  return Number(account.password_changed_at ?? 0) <= at && Number(account.signed_out_at) <= at;
}

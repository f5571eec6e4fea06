import type { ProvenAccount } from '../../platform/db/schema.ts';

/**
 * Whether the proof an account was given is still worth something: neither was its password changed since, nor was it
 * signed out everywhere. Else whoever knew the old password could go on with a sign-in or a ticket begun with it.
 */
export function isStillProven(
  account: { password_changed_at: Date | null; signed_out_at: Date | number },
  proven: Pick<ProvenAccount, 'provenAt'> | undefined,
): boolean {
  const at = Date.parse(proven?.provenAt ?? '');
  return Number(account.password_changed_at ?? 0) <= at && Number(account.signed_out_at) <= at;
}

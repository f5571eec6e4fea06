import type { Tx } from '../../db/transaction.ts';

export async function findInvitee(
  tx: Tx,
  userUuid: string,
): Promise<{ status: string; login_mail_address: string | null } | null> {
  const row = await tx
    .selectFrom('users')
    .select(['status', 'login_mail_address'])
    .where('uuid', '=', userUuid)
    .executeTakeFirst();
  return row ?? null;
}

export interface LoginInfo {
  login_mail_address: string;
  family_name?: string;
  given_name?: string;
  locale?: string;
  timezone?: string;
}

/** Completes an invited user; false when the user is not, or no longer, registering. */
export async function activateUser(tx: Tx, userUuid: string, info: LoginInfo, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    // The address the invitation waited with is the one to sign in with now.
    .set({
      ...info,
      proven_mail_address: info.login_mail_address,
      next_login_mail_address: null,
      next_login_mail_address_expires_at: null,
    })
    .set({ status: 'active', updated_at: now })
    .where('uuid', '=', userUuid)
    .where('status', '=', 'registering')
    .returning('uuid')
    .executeTakeFirst();
  return row !== undefined;
}

import { fail } from '#contract/errors.ts';
import type { Tx } from '../platform/db/transaction.ts';
import { isLocked } from '#contract/locked.ts';
import type { userStatuses } from '#contract/people/users-fields.ts';

/** Locks the caller's user row until the transaction ends, so that parallel changes of one account are serialized. */
export async function holdOwnRow(tx: Tx, uuid: string): Promise<void> {
  await tx.selectFrom('users').select('uuid').where('uuid', '=', uuid).forUpdate().execute();
}

/** The credentials of an account, and whether it is locked. */
export interface OwnProofs {
  status: (typeof userStatuses)[number];
  lockedUntil: Date | null;
  password: { hash: string; changedAt: Date } | null;
  totpEnabled: boolean;
}

export async function readOwnProofs(tx: Tx, uuid: string): Promise<OwnProofs> {
  const row = await tx
    .selectFrom('users as u')
    .leftJoin('user_passwords as p', (join) =>
      join.onRef('p.tenant_id', '=', 'u.tenant_id').onRef('p.user_uuid', '=', 'u.uuid'),
    )
    .select(['u.status', 'u.locked_until', 'p.password_hash', 'p.changed_at'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('totps as t')
            .select('t.uuid')
            .whereRef('t.tenant_id', '=', 'u.tenant_id')
            .whereRef('t.user_uuid', '=', 'u.uuid')
            .where('t.enabled', '=', true),
        )
        .as('totp_enabled'),
    )
    .where('u.uuid', '=', uuid)
    .executeTakeFirst();
  if (!row) throw fail('no_user_exists');
  return {
    status: row.status,
    lockedUntil: row.locked_until,
    password: row.password_hash && row.changed_at ? { hash: row.password_hash, changedAt: row.changed_at } : null,
    totpEnabled: row.totp_enabled === true,
  };
}

/** A lock leaves open sessions alone but refuses proofs in them: otherwise guessing could continue from inside. */
export function refuseWhileLocked({ status, lockedUntil }: OwnProofs, now: Date): void {
  if (isLocked({ status, lockedUntil, now })) throw fail('account_locked');
}

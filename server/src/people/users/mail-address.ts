import { MAIL_CONFIRMATION_SECONDS } from '#contract/limits.ts';
import { sql } from 'kysely';
import { mailConfirmation } from '../ports.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { isAddressTaken, refusals, refuse } from '../changes/rules.ts';
import { updateOne } from '../changes/changes.ts';

/** Until when a link that is mailed now confirms an address. */
export const linkUntil = (now: Date) => new Date(now.getTime() + MAIL_CONFIRMATION_SECONDS * 1000);

/** Has a new login mail address wait, and mails it the link that confirms it. Links mailed before are worthless. */
export async function setLoginMailAddress(
  tools: Tools,
  tx: Tx,
  { tenantId, uuid }: { tenantId: string; uuid: string },
  address: string,
  now: Date,
): Promise<void> {
  await updateOne(tx, uuid, { loginMailAddress: address, linkUntil: linkUntil(now) });
  await mailConfirmation(tools, tx, { tenantId, userUuid: uuid, address, now });
}

/**
 * Throws `duplicated_params_loginMailAddress` where an address is that of somebody else than `uuid`: to sign in with,
 * waiting to be that, or a further one. Whoever asks takes a turn first (`address-turns.ts`).
 */
export async function refuseTaken(tx: Tx, address: string, uuid: string): Promise<void> {
  const given = sql`jsonb_build_object('loginMailAddress', ${address}::text)`;
  const { rows } = await sql<{ taken: boolean }>`
    select ${isAddressTaken(given)} as taken from (select ${uuid}::uuid as uuid) u`.execute(tx);
  if (rows[0]?.taken) throw refuse(refusals.addressTaken);
}

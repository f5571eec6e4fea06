import { CONFIRM_MAIL_ADDRESS } from '../../credentials/one-time-codes/purposes.ts';
import { sql } from 'kysely';
import type { SendType } from '#contract/joining/send-types.ts';
import type { Tx } from '../../platform/db/transaction.ts';

/**
 * Users among these who were sent an email of this type too often since a moment. Confirmations are counted by code,
 * since several calls send them; other types by mailing.
 */
export async function findMailedOften(
  tx: Tx,
  type: SendType,
  uuids: readonly string[],
  { since, most }: { since: Date; most: number },
): Promise<Set<string>> {
  const mailed =
    type === 'loginMailAddressConfirmation'
      ? sql`
        select user_uuid from one_time_codes
        where user_uuid = any (${uuids}::uuid[]) and purpose = ${CONFIRM_MAIL_ADDRESS} and kind = 'exchange'
          and created_at > ${since}`
      : sql`
        select t.user_uuid from mail_runs r
        join mail_run_targets t on t.tenant_id = r.tenant_id and t.run_uuid = r.uuid
        where r.send_type = ${type} and coalesce(r.ended_at, 'infinity') > ${since}
          and t.user_uuid = any (${uuids}::uuid[]) and t.state = 'sent'`;
  const { rows } = await sql<{ uuid: string }>`
    select m.user_uuid as uuid from (${mailed}) m group by m.user_uuid having count(*) >= ${most}`.execute(tx);
  return new Set(rows.map(({ uuid }) => uuid));
}

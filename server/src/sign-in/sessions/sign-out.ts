import { sql } from 'kysely';
import type { SignedOut } from '../../people/ports.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { isYoung } from './open.ts';

/** Ends every session and token of the users, and every pending sign-in. Returns for each user what was ended. */
export async function signOut(
  tx: Tx,
  uuids: readonly string[],
  reason: string,
  now: Date,
): Promise<Map<string, SignedOut>> {
  const of = sql`= any (${uuids}::uuid[])`;
  const { rows } = await sql<SignedOut & { user_uuid: string }>`
    with ended as (
      update sessions s set ended_at = ${now}, ended_reason = ${reason} where s.user_uuid ${of} and s.ended_at is null
      returning s.user_uuid, ${isYoung(now)} as was_open),
    gone as (
      delete from oauth_artifacts where user_uuid ${of}
      returning user_uuid, case when session_id is null and expires_at > ${now} then grant_hash end as lasting),
    lost as (
      select user_uuid, 1 as session, null::bytea as lasting from ended where was_open
      union all select user_uuid, null, lasting from gone where lasting is not null)
    select user_uuid, count(session)::integer as sessions, count(distinct lasting)::integer as grants
    from lost group by user_uuid`.execute(tx);
  await sql`update users set signed_out_at = ${now} where uuid ${of}`.execute(tx);
  await sql`delete from pending_sign_ins where user_uuid ${of}`.execute(tx);
  return new Map(rows.map(({ user_uuid, ...lost }) => [user_uuid, lost]));
}

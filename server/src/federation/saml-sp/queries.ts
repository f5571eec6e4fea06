import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';

export interface PostedAnswer {
  connection: string;
  document: string;
  relay_state: string;
}

/** Keeps what was posted, and removes some that nobody came back for. */
export async function keepAnswer(
  tx: Tx,
  { answerHash, until, now, ...answer }: PostedAnswer & { answerHash: Buffer; until: Date; now: Date },
): Promise<void> {
  await sql`
    delete from saml_posted_answers where answer_hash = any (array(
      select answer_hash from saml_posted_answers where expires_at < ${now} order by expires_at limit 10
      for update skip locked))`.execute(tx);
  const { connection, document, relay_state: relayState } = answer;
  await sql`
    insert into saml_posted_answers (tenant_id, answer_hash, connection, document, relay_state, expires_at)
    values (current_tenant(), ${answerHash}, ${connection}, ${document}, ${relayState}, ${until})`.execute(tx);
}

/** What was posted; only the first who asks gets it. */
export async function takeAnswer(tx: Tx, answerHash: Buffer, now: Date): Promise<PostedAnswer | null> {
  const { rows } = await sql<PostedAnswer & { expires_at: Date }>`
    delete from saml_posted_answers where answer_hash = ${answerHash}
    returning connection, document, relay_state, expires_at`.execute(tx);
  const [row] = rows;
  return row && row.expires_at > now ? row : null;
}

/** True for the first use of an assertion. Removes some that would not be accepted any more. */
export async function consumeAssertion(
  tx: Tx,
  { connection, assertionHash, until, now }: { connection: string; assertionHash: Buffer; until: Date; now: Date },
): Promise<boolean> {
  await sql`
    delete from saml_used_assertions where ctid = any (array(
      select ctid from saml_used_assertions where expires_at < ${now} order by expires_at limit 10
      for update skip locked))`.execute(tx);
  const { rows } = await sql`
    insert into saml_used_assertions (tenant_id, connection, assertion_hash, expires_at)
    values (current_tenant(), ${connection}, ${assertionHash}, ${until})
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** The open sessions that a provider vouched for under a name and, if given, in these sessions of its own. */
export async function findSessionsNamed(
  tx: Tx,
  connection: string,
  nameId: string,
  indexes: readonly string[] | null,
): Promise<{ session_id: string; user_uuid: string }[]> {
  const { rows } = await sql<{ session_id: string; user_uuid: string }>`
    select distinct s.session_id, s.user_uuid from saml_provider_sessions p
      join sessions s on s.user_uuid = p.user_uuid and s.ended_at is null
        and s.proven_accounts @> jsonb_build_array(jsonb_build_object('providerSession', p.id::text))
    where p.connection = ${connection} and p.name_id = ${nameId}
      and (${indexes}::text[] is null or p.session_index = any (${indexes}::text[]))`.execute(tx);
  return rows;
}

export async function findUserId(tx: Tx, userUuid: string): Promise<string> {
  const user = tx.selectFrom('users').select('user_id').where('uuid', '=', userUuid);
  return (await user.executeTakeFirstOrThrow()).user_id;
}

/** Whether sessions were signed in to apps by SAML, which only a browser could sign out. */
export async function areAppsLeft(tx: Tx, sessionIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from saml_sp_sessions i join saml_sps s on s.saml_sp_id = i.saml_sp_id and s.enabled
    where i.session_id = any (${sessionIds}::uuid[]) limit 1`.execute(tx);
  return rows.length > 0;
}

/** A session at a provider that takes requests to sign out, of a connection that is on. */
export async function findProviderSession(tx: Tx, id: string, userUuid: string) {
  return tx
    .selectFrom('saml_provider_sessions as p')
    .innerJoin('saml_connections as c', 'c.uuid', 'p.connection')
    .select([
      'p.name_id',
      'p.name_id_format',
      'p.session_index',
      'p.name_qualifier',
      'p.sp_name_qualifier',
      'c.saml_id',
      'c.display_name',
      'c.slo_url',
    ])
    .where('p.id', '=', id)
    .where('p.user_uuid', '=', userUuid)
    .where('c.enabled', '=', true)
    .where('c.slo_url', 'is not', null)
    .$narrowType<{ slo_url: string }>()
    .executeTakeFirst();
}

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
    delete from saml_posted_answers where answer_hash in (
      select answer_hash from saml_posted_answers where expires_at < ${now} order by expires_at limit 10)`.execute(tx);
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
    delete from saml_used_assertions where (connection, assertion_hash) in (
      select connection, assertion_hash from saml_used_assertions where expires_at < ${now}
      order by expires_at limit 10)`.execute(tx);
  const { rows } = await sql`
    insert into saml_used_assertions (tenant_id, connection, assertion_hash, expires_at)
    values (current_tenant(), ${connection}, ${assertionHash}, ${until})
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

import { sql } from 'kysely';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';

/** The longest that a session of ours can be open (30 days), with a day to spare. */
const LONGEST_MS = 31 * 86_400_000;

/** How a SAML provider names somebody's session there. */
export interface ProviderSession {
  nameId: string;
  nameIdFormat: string | null;
  sessionIndex: string | null;
  nameQualifier: string | null;
  spNameQualifier: string | null;
  /** When the provider wants it over, as ISO text; null if it does not say. */
  until: string | null;
}

/** Keeps how a provider names a user's session there, and removes some that no session of ours can have any more. */
export async function keepProviderSession(
  tx: Tx,
  given: ProviderSession & { connection: string; userUuid: string },
  now: Date,
): Promise<string> {
  await sql`
    delete from saml_provider_sessions where id = any (array(
      select id from saml_provider_sessions where expires_at < ${now} order by expires_at limit 10
      for update skip locked))`.execute(tx);
  const { connection, userUuid, nameId, nameIdFormat, sessionIndex, nameQualifier, spNameQualifier } = given;
  const id = newUuid();
  await sql`
    insert into saml_provider_sessions
      (tenant_id, id, connection, user_uuid, name_id, name_id_format, session_index, name_qualifier, sp_name_qualifier,
       expires_at)
    values (current_tenant(), ${id}, ${connection}, ${userUuid}, ${nameId}, ${nameIdFormat}, ${sessionIndex},
      ${nameQualifier ?? null}, ${spNameQualifier ?? null},
      ${new Date(now.getTime() + LONGEST_MS)})`.execute(tx);
  return id;
}

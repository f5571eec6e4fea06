import { type SqlBool, sql } from 'kysely';
import { sessionPolicy } from '#contract/security-policy.ts';

/** What a tenant that has chosen none has. */
const { idleMinutes, absoluteMinutes, administratorIdleMinutes, administratorAbsoluteMinutes } = sessionPolicy.parse(
  {},
);

const minutes = (field: string, otherwise: number) =>
  sql`coalesce((t.security_policy #>> ${sql.lit(`{sessionPolicy,${field}}`)})::integer, ${sql.lit(otherwise)})`;

/** What `sessionLife` says of the user of a session `s`. */
const longestIdle = sql`(select make_interval(mins => case when is_administrator(o.roles)
    then least(${minutes('idleMinutes', idleMinutes)},
      ${minutes('administratorIdleMinutes', administratorIdleMinutes)})
    else ${minutes('idleMinutes', idleMinutes)} end)
  from tenants t join users o on o.tenant_id = t.tenant_id
  where t.tenant_id = current_tenant() and o.uuid = s.user_uuid)`;

/** How long the sessions of administrators last in all, as `sessionLife` says. */
export const longestOfAdministrators = sql`(select make_interval(mins => least(
    ${minutes('absoluteMinutes', absoluteMinutes)},
    ${minutes('administratorAbsoluteMinutes', administratorAbsoluteMinutes)}))
  from tenants t where t.tenant_id = current_tenant())`;

/** Whether a session `s` that nobody has ended has not ended by itself: neither its time is over nor was it idle too long. */
export const isYoung = (now: Date) =>
  sql<SqlBool>`(s.expires_at > ${now} and s.last_seen_at > ${now}::timestamptz - ${longestIdle})`;

/** Whether a session `s` is open, as `may` asks of the one behind a token. */
export const isOpen = (now: Date) => sql<SqlBool>`(s.ended_at is null and ${isYoung(now)})`;

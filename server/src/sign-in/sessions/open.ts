import { type SqlBool, sql } from 'kysely';
import { sessionPolicy } from '#contract/security-policy.ts';

/** Defaults for tenants without a policy of their own. */
const { idleMinutes, absoluteMinutes, administratorIdleMinutes, administratorAbsoluteMinutes } = sessionPolicy.parse(
  {},
);

const minutes = (field: string, otherwise: number) =>
  sql`coalesce((t.security_policy #>> ${sql.lit(`{sessionPolicy,${field}}`)})::integer, ${sql.lit(otherwise)})`;

/** The idle timeout of a session `s`, in SQL, by its user's roles: the counterpart of `sessionLife`. */
const longestIdle = sql`(select make_interval(mins => case when is_administrator(o.roles)
    then least(${minutes('idleMinutes', idleMinutes)},
      ${minutes('administratorIdleMinutes', administratorIdleMinutes)})
    else ${minutes('idleMinutes', idleMinutes)} end)
  from tenants t join users o on o.tenant_id = t.tenant_id
  where t.tenant_id = current_tenant() and o.uuid = s.user_uuid)`;

/** Maximum lifetime of administrators' sessions, in SQL: the counterpart of `sessionLife`. */
export const longestOfAdministrators = sql`(select make_interval(mins => least(
    ${minutes('absoluteMinutes', absoluteMinutes)},
    ${minutes('administratorAbsoluteMinutes', administratorAbsoluteMinutes)}))
  from tenants t where t.tenant_id = current_tenant())`;

/** Whether a session `s` that was not ended explicitly is within its lifetime and idle timeout. */
export const isYoung = (now: Date) =>
  sql<SqlBool>`(s.expires_at > ${now} and s.last_seen_at > ${now}::timestamptz - ${longestIdle})`;

/** Whether a session `s` is open, as `may` decides for the session behind a token. */
export const isOpen = (now: Date) => sql<SqlBool>`(s.ended_at is null and ${isYoung(now)})`;

import { type SqlBool, sql } from 'kysely';
import { sessionPolicy } from '#contract/security-policy.ts';

/** What a tenant that has chosen none has. */
const { idleMinutes } = sessionPolicy.parse({});

const longestIdle = sql`(select make_interval(mins =>
    coalesce((t.security_policy #>> '{sessionPolicy,idleMinutes}')::integer, ${sql.lit(idleMinutes)}))
  from tenants t where t.tenant_id = current_tenant())`;

/** Whether a session `s` that nobody has ended has not ended by itself: neither its time is over nor was it idle too long. */
export const isYoung = (now: Date) =>
  sql<SqlBool>`(s.expires_at > ${now} and s.last_seen_at > ${now}::timestamptz - ${longestIdle})`;

/** Whether a session `s` is open, as `principalChecks` (`http/session.ts`) ask of the one behind a token. */
export const isOpen = (now: Date) => sql<SqlBool>`(s.ended_at is null and ${isYoung(now)})`;

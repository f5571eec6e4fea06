import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SecurityPolicy } from '#contract/security-policy.ts';

/**
 * What of a policy keeps a user `u` from ever signing in, whatever they do: as a condition on the user, null where the
 * policy keeps nobody out. Of what one gets over by oneself (an expired password, a second factor to set up) nothing
 * stands here.
 */
type Barrier = (policy: SecurityPolicy) => RawBuilder<SqlBool> | null;

const withoutMailAddress: Barrier = ({ loginPolicy: { siteLoginType } }) =>
  siteLoginType === 'loginMailAddress' ? sql`u.login_mail_address is null` : null;

const all: readonly Barrier[] = [withoutMailAddress];

/** The condition on users whom a policy keeps out; null: nobody. */
export function keptOut(policy: SecurityPolicy): RawBuilder<SqlBool> | null {
  const conditions = all.flatMap((barrier) => barrier(policy) ?? []);
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : null;
}

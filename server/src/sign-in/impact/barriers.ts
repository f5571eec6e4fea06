import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SecurityPolicy } from '#contract/security-policy.ts';

/**
 * The condition on users `u` whom a policy keeps from ever signing in, whatever they do; null: it keeps out nobody. Whom,
 * says `is_kept_out` (migration 0054), which the database asks of the policy that is saved. Of what one gets over by
 * oneself (an expired password, a second factor to set up) nothing stands there, nor of locks: those of the last administrator always end
 * (`sign-in/last-administrator.ts`, docs/decisions/0070).
 */
export function keptOut({ loginPolicy: { siteLoginType } }: SecurityPolicy): RawBuilder<SqlBool> | null {
  return siteLoginType === 'loginMailAddress' ? sql`is_kept_out(${siteLoginType}, u.login_mail_address)` : null;
}

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SecurityPolicy } from '#contract/security-policy.ts';

/**
 * Condition on users `u` who can never sign in under a policy, whatever they do; null: it locks out nobody. The rule is
 * `is_kept_out` (migration 0054), which the database evaluates for saved policies. It ignores obstacles that users can
 * remove themselves (an expired password, MFA to set up), and locks: those of the last administrator always end
 * (`sign-in/last-administrator.ts`, docs/decisions/0070).
 */
export function keptOut({ loginPolicy: { siteLoginType } }: SecurityPolicy): RawBuilder<SqlBool> | null {
  return siteLoginType === 'loginMailAddress' ? sql`is_kept_out(${siteLoginType}, u.login_mail_address)` : null;
}

import type { PolicyChange } from '../../tenant/ports.ts';
import { administratorRole } from '#contract/roles.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PolicyEffect } from '#contract/policy-effects.ts';
import type { SecurityPolicy } from '#contract/security-policy.ts';
import { sessionLife } from '#contract/session-life.ts';

/**
 * An effect of a change, as a condition on the affected users; null if the change does not have it. Conditions use `u`
 * (users who can sign in) and `p` (their user_passwords, null without a password).
 */
export interface Effect {
  effect: PolicyEffect;
  touches(change: PolicyChange): RawBuilder<SqlBool> | null;
}

const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
const hasPassword = sql<SqlBool>`p.user_uuid is not null`;

/** Passwords set before this moment have expired by now. */
function expiredBefore(days: number | null, now: Date): Date | null {
  return days === null ? null : new Date(now.getTime() - days * 86_400_000);
}

const passwordExpired: Effect = {
  effect: 'passwordExpired',
  touches({ before, after, now }) {
    const [old, next] = [before, after].map(({ passwordPolicy }) =>
      expiredBefore(passwordPolicy.expiresAfterDays, now),
    );
    if (!next || (old && old >= next)) return null;
    const already = old ? sql<SqlBool>`p.changed_at <= ${old}` : sql<SqlBool>`false`;
    return sql`p.changed_at <= ${next} and not p.must_change and not ${already}`;
  },
};

/** Users whose passwords expire within the days of the notice; nobody if no notice is sent. */
function noticed({ passwordPolicy, passwordExpirationPolicy }: SecurityPolicy, now: Date): RawBuilder<SqlBool> {
  const { noticeDaysBefore } = passwordExpirationPolicy;
  const since = expiredBefore(passwordPolicy.expiresAfterDays, now);
  if (!since || noticeDaysBefore === null) return sql`false`;
  const until = new Date(since.getTime() + noticeDaysBefore * 86_400_000);
  return sql`(p.changed_at > ${since} and p.changed_at <= ${until})`;
}

const expiryNoticed: Effect = {
  effect: 'expiryNoticed',
  touches({ before, after, now }) {
    const rule = ({ passwordPolicy, passwordExpirationPolicy }: SecurityPolicy) => [
      passwordPolicy.expiresAfterDays,
      passwordExpirationPolicy.noticeDaysBefore,
    ];
    if (!differs(rule(before), rule(after)) || rule(after).includes(null)) return null;
    return sql`u.login_mail_address is not null and not p.must_change and ${noticed(after, now)}
      and not ${noticed(before, now)}`;
  },
};

const newPasswordRules: Effect = {
  effect: 'newPasswordRules',
  touches({ before, after }) {
    const rules = ({ passwordPolicy: { expiresAfterDays: _, ...asked } }: SecurityPolicy) => asked;
    return differs(rules(before), rules(after)) ? hasPassword : null;
  },
};

const isAdministrator = sql<SqlBool>`is_administrator(u.roles)`;
const kinds = [['User'], [administratorRole]];
const livesOf = ({ sessionPolicy }: SecurityPolicy) => kinds.map((roles) => sessionLife(sessionPolicy, roles));

/** Sessions of the user that were last used before this moment have timed out. */
function usedSince(policy: SecurityPolicy, now: Date): RawBuilder<Date> {
  const [ofUsers, ofAdministrators] = livesOf(policy).map(
    ({ idleMinutes }) => new Date(now.getTime() - idleMinutes * 60_000),
  );
  return sql`case when ${isAdministrator} then ${ofAdministrators}::timestamptz else ${ofUsers}::timestamptz end`;
}

const signedOut: Effect = {
  effect: 'signedOut',
  touches({ before, after, now }) {
    const [old, next] = [livesOf(before), livesOf(after)];
    if (next.every(({ idleMinutes }, at) => idleMinutes >= (old[at]?.idleMinutes ?? 0))) return null;
    return sql`exists (select from sessions s where s.tenant_id = u.tenant_id and s.user_uuid = u.uuid
      and s.ended_at is null and s.expires_at > ${now} and s.last_seen_at > ${usedSince(before, now)}
      and s.last_seen_at <= ${usedSince(after, now)})`;
  },
};

const newSessionRules: Effect = {
  effect: 'newSessionRules',
  touches({ before, after }) {
    const [old, next] = [livesOf(before), livesOf(after)];
    const [ofUsers, ofAdministrators] = kinds.map((_, at) => differs(old[at], next[at]));
    if (ofUsers && ofAdministrators) return sql`true`;
    if (ofUsers) return sql`not ${isAdministrator}`;
    return ofAdministrators ? isAdministrator : null;
  },
};

const newProofRules: Effect = {
  effect: 'newProofRules',
  touches: ({ before, after }) =>
    differs(before.sessionPolicy.reauthenticationMinutes, after.sessionPolicy.reauthenticationMinutes)
      ? sql`true`
      : null,
};

const newLockRules: Effect = {
  effect: 'newLockRules',
  touches: ({ before, after }) => (differs(before.accountLockPolicy, after.accountLockPolicy) ? hasPassword : null),
};

/** Effects of changes to passwords, locks and sessions, in display order. */
export const effects: readonly Effect[] = [
  passwordExpired,
  expiryNoticed,
  signedOut,
  newPasswordRules,
  newLockRules,
  newSessionRules,
  newProofRules,
];

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SecurityPolicy } from '#contract/security-policy.ts';
import { keptOut } from './barriers.ts';
import type { Effect } from './effects.ts';

const nobody = sql<SqlBool>`false`;
const hasSecondFactor = sql<SqlBool>`exists (
  select from totps x where x.tenant_id = u.tenant_id and x.user_uuid = u.uuid and x.enabled)`;

/** Whose second factor a policy enforces: what `isMfaEnforced` says of one user. */
function enforced({ loginPolicy: { mfa } }: SecurityPolicy): RawBuilder<SqlBool> {
  const { enabled, roles, accounts } = mfa.siteEnforceMfa;
  if (!mfa.enabled || !enabled) return nobody;
  const [ofAdministrators, ofUsers] = [roles.includes('PowerUser'), roles.includes('User')];
  return sql`(case when 'PowerUser' = any (u.roles) then ${ofAdministrators}::boolean else ${ofUsers}::boolean end
    and ${accounts === 'every' ? sql`true` : sql`u.source = 'local'`})`;
}

/** Whoever must have a second factor now, and did not have to before. */
const secondFactorDue: Effect = {
  effect: 'secondFactorDue',
  touches({ before, after }) {
    const [old, next] = [before.loginPolicy.mfa, after.loginPolicy.mfa].map(({ enabled, siteEnforceMfa }) =>
      JSON.stringify([enabled, siteEnforceMfa]),
    );
    if (old === next || !after.loginPolicy.mfa.siteEnforceMfa.enabled) return null;
    return sql`p.user_uuid is not null and ${enforced(after)} and not ${enforced(before)} and not ${hasSecondFactor}`;
  },
};

const secondFactorNotAsked: Effect = {
  effect: 'secondFactorNotAsked',
  touches: ({ before, after }) =>
    before.loginPolicy.mfa.enabled && !after.loginPolicy.mfa.enabled ? hasSecondFactor : null,
};

/** With a password, and without what the only way left asks for. */
const noWayIn: Effect = {
  effect: 'noWayIn',
  touches({ before, after }) {
    const barred = keptOut(after);
    if (!barred || before.loginPolicy.siteLoginType === after.loginPolicy.siteLoginType) return null;
    return sql`p.user_uuid is not null and ${barred} and not ${keptOut(before) ?? nobody}`;
  },
};

const newSiteWays: Effect = {
  effect: 'newSiteWays',
  touches({ before, after }) {
    if (before.loginPolicy.siteLoginType === after.loginPolicy.siteLoginType) return null;
    return sql`p.user_uuid is not null and not ${keptOut(after) ?? nobody}`;
  },
};

/** PINs that are kept though they are too short now; of one whose length is not known that is assumed. */
const shortPins: Effect = {
  effect: 'shortPins',
  touches({ before, after }) {
    const [{ minLength: old }, { enabled, minLength }] = [before.loginPolicy.userCode, after.loginPolicy.userCode];
    if (!enabled || minLength <= old) return null;
    return sql`u.user_code_hash is not null and coalesce(u.user_code_length, 0) < ${minLength}`;
  },
};

/** What a change of how people sign in does to them, in the order it is told. */
export const loginEffects: readonly Effect[] = [noWayIn, secondFactorDue, secondFactorNotAsked, newSiteWays, shortPins];

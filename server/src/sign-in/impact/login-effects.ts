import { administratorRole } from '#contract/roles.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PolicyEffect } from '#contract/policy-effects.ts';
import type { SecurityPolicy } from '#contract/security-policy.ts';
import { keptOut, signsInByPassword, signsInByProvider } from './barriers.ts';
import type { Effect } from './effects.ts';

type LoginPolicy = SecurityPolicy['loginPolicy'];

const nobody = sql<SqlBool>`false`;
const everybody = sql<SqlBool>`true`;
const hasPassword = sql<SqlBool>`p.user_uuid is not null`;
const hasPin = sql<SqlBool>`u.user_code_hash is not null`;
const hasCard = sql<SqlBool>`exists (
  select from onpremise_accounts o where o.tenant_id = u.tenant_id and o.user_uuid = u.uuid)`;
const hasSecondFactor = sql<SqlBool>`exists (
  select from totps x where x.tenant_id = u.tenant_id and x.user_uuid = u.uuid and x.enabled)`;

/** Users for whom a policy enforces MFA; the set-based form of `isMfaEnforced`. */
function enforced({ loginPolicy: { mfa } }: SecurityPolicy): RawBuilder<SqlBool> {
  const { enabled, roles, accounts } = mfa.siteEnforceMfa;
  if (!mfa.enabled || !enabled) return nobody;
  const [ofAdministrators, ofUsers] = [roles.includes(administratorRole), roles.includes('User')];
  return sql`(case when is_administrator(u.roles) then ${ofAdministrators}::boolean else ${ofUsers}::boolean end
    and ${accounts === 'every' ? sql`true` : sql`u.source = 'local'`})`;
}

/** Users who must have MFA now and did not have to before. */
const secondFactorDue: Effect = {
  effect: 'secondFactorDue',
  touches({ before, after }) {
    const [old, next] = [before.loginPolicy.mfa, after.loginPolicy.mfa].map(({ enabled, siteEnforceMfa }) =>
      JSON.stringify([enabled, siteEnforceMfa]),
    );
    if (old === next || !after.loginPolicy.mfa.siteEnforceMfa.enabled) return null;
    return sql`${hasPassword} and ${enforced(after)} and not ${enforced(before)} and not ${hasSecondFactor}`;
  },
};

const secondFactorNotAsked: Effect = {
  effect: 'secondFactorNotAsked',
  touches: ({ before, after }) =>
    before.loginPolicy.mfa.enabled && !after.loginPolicy.mfa.enabled ? hasSecondFactor : null,
};

type Way = (policy: SecurityPolicy) => RawBuilder<SqlBool>;

const anyWay: Way = (policy) => sql`(${signsInByPassword(policy)} or ${signsInByProvider(policy)})`;

const openWays = ({ siteLoginType, saml, oidc, siteLoginRoles }: LoginPolicy) => [
  ...[siteLoginType, saml, oidc, siteLoginRoles],
];

/** Users who could sign in and cannot any more. */
const noWayIn: Effect = {
  effect: 'noWayIn',
  touches: ({ before, after }) =>
    same(before, after, openWays) ? null : sql`${anyWay(before)} and not ${anyWay(after)}`,
};

/** Users for whom one way to sign in closes and the other stays. */
const closes = (effect: PolicyEffect, way: Way, other: Way): Effect => ({
  effect,
  touches: ({ before, after }) =>
    same(before, after, openWays) ? null : sql`${way(before)} and not ${way(after)} and ${other(after)}`,
});

/** Users whom a password or a provider signs in that did not before. */
const waysOpened: Effect = {
  effect: 'waysOpened',
  touches({ before, after }) {
    if (same(before, after, openWays)) return null;
    const opened = (way: Way) => sql`(${way(after)} and not ${way(before)})`;
    return sql<SqlBool>`(${opened(signsInByPassword)} or ${opened(signsInByProvider)})`;
  },
};

const newSiteWays: Effect = {
  effect: 'newSiteWays',
  touches({ before, after }) {
    if (before.loginPolicy.siteLoginType === after.loginPolicy.siteLoginType) return null;
    return sql`${hasPassword} and not ${keptOut(after) ?? nobody}`;
  },
};

/** PINs that are kept although they are now too short; PINs of unknown length are assumed to be. */
const shortPins: Effect = {
  effect: 'shortPins',
  touches({ before, after }) {
    const [{ minLength: old }, { enabled, minLength }] = [before.loginPolicy.userCode, after.loginPolicy.userCode];
    if (!enabled || minLength <= old) return null;
    return sql`${hasPin} and coalesce(u.user_code_length, 0) < ${minLength}`;
  },
};

const secondFactorFree: Effect = {
  effect: 'secondFactorFree',
  touches({ before, after }) {
    const { mfa } = before.loginPolicy;
    if (!mfa.enabled || !mfa.siteEnforceMfa.enabled || !after.loginPolicy.mfa.enabled) return null;
    if (same(before, after, ({ mfa: { siteEnforceMfa } }) => siteEnforceMfa)) return null;
    return sql`${hasPassword} and ${enforced(before)} and not ${enforced(after)}`;
  },
};

/** A method is switched off: affects its users. */
const switchedOff = (
  effect: PolicyEffect,
  isOn: (policy: LoginPolicy) => boolean,
  has: RawBuilder<SqlBool>,
): Effect => ({
  effect,
  touches: ({ before, after }) => (isOn(before.loginPolicy) && !isOn(after.loginPolicy) ? has : null),
});

const same = (before: SecurityPolicy, after: SecurityPolicy, of: (policy: LoginPolicy) => unknown) =>
  JSON.stringify(of(before.loginPolicy)) === JSON.stringify(of(after.loginPolicy));

/** New rules for all of these users. */
const changed = (effect: PolicyEffect, of: (policy: LoginPolicy) => unknown, whose: RawBuilder<SqlBool>): Effect => ({
  effect,
  touches: ({ before, after }) => (same(before, after, of) ? null : whose),
});

const pinRules = ({ userCode: { enabled, allowUserEntry: _, ...rules } }: LoginPolicy) => (enabled ? rules : null);
const deviceRules = ({ mfpLoginTypeOption, defaultMfpLoginType, userCode, onpremiseId, mfa }: LoginPolicy) => [
  [mfpLoginTypeOption, defaultMfpLoginType, mfa.skipMfaFromMfp],
  [userCode.allowUserEntry, onpremiseId.allowCardEntry],
  [onpremiseId.cardLoginFactor, onpremiseId.cardLoginMode],
];

/** Shown while PINs are in use: once they are off, there are none to follow rules. */
const newPinRules: Effect = {
  effect: 'newPinRules',
  touches: ({ before, after }) =>
    after.loginPolicy.userCode.enabled && !same(before, after, pinRules) ? everybody : null,
};

/** Effects of changes to sign-in, in display order. */
export const loginEffects: readonly Effect[] = [
  noWayIn,
  closes('passwordClosed', signsInByPassword, signsInByProvider),
  closes('providersClosed', signsInByProvider, signsInByPassword),
  waysOpened,
  secondFactorDue,
  secondFactorNotAsked,
  secondFactorFree,
  newSiteWays,
  switchedOff('pinsOff', ({ userCode }) => userCode.enabled, hasPin),
  switchedOff('cardsOff', ({ onpremiseId }) => onpremiseId.enabled, hasCard),
  shortPins,
  newPinRules,
  changed('newDeviceRules', deviceRules, everybody),
  changed('newAccountChoice', ({ userSelect }) => userSelect, hasPassword),
];

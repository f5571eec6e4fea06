import type { LoginPolicy } from './login-policy.ts';
import { administratorRole } from './roles.ts';
import { pinMinLength } from './rules.ts';

/** Facts that a policy is compared with. */
export interface PolicyFacts {
  /** Number of users of the tenant. */
  users: number;
}

export type LoginPolicyMistake =
  | 'deviceTypesMissing'
  | 'defaultNotOffered'
  | 'pinOff'
  | 'cardsOff'
  | 'lengthReversed'
  | 'pinGuessable'
  | 'noSecondFactor'
  | 'secondFactorOff'
  | 'rolesMissing'
  | 'administratorsOut'
  | 'openToNoRole'
  | 'providersMissing';

interface Rule {
  /** The field that shows the mistake, as a dotted path within `securityPolicy`. */
  field: string;
  mistake: LoginPolicyMistake;
  contradicts(policy: LoginPolicy, facts: PolicyFacts): boolean;
}

/** All contradictions between sign-in settings (docs/decisions/0029). */
export const loginPolicyRules: readonly Rule[] = [
  {
    field: 'loginPolicy.mfpLoginTypeOption',
    mistake: 'deviceTypesMissing',
    contradicts: ({ mfpLoginTypeOption }) => mfpLoginTypeOption.length === 0,
  },
  {
    field: 'loginPolicy.mfpLoginTypeOption',
    mistake: 'pinOff',
    contradicts: ({ userCode, mfpLoginTypeOption }) => !userCode.enabled && mfpLoginTypeOption.includes('userCode'),
  },
  {
    field: 'loginPolicy.mfpLoginTypeOption',
    mistake: 'cardsOff',
    contradicts: ({ onpremiseId, mfpLoginTypeOption }) => !onpremiseId.enabled && mfpLoginTypeOption.includes('card'),
  },
  {
    field: 'loginPolicy.defaultMfpLoginType',
    mistake: 'defaultNotOffered',
    contradicts: ({ defaultMfpLoginType: first, mfpLoginTypeOption: all }) => all.length > 0 && !all.includes(first),
  },
  {
    field: 'loginPolicy.onpremiseId.cardLoginFactor',
    mistake: 'pinOff',
    contradicts: ({ userCode, onpremiseId: { enabled, cardLoginFactor } }) =>
      !userCode.enabled && enabled && cardLoginFactor === 'userCode',
  },
  {
    field: 'loginPolicy.onpremiseId.cardLoginMode',
    mistake: 'pinOff',
    contradicts: ({ userCode, onpremiseId: { enabled, cardLoginMode } }) =>
      !userCode.enabled && enabled && cardLoginMode === 'cardAndUserCode',
  },
  {
    // The larger of 4 and one more than the digits of the number of users (decisions.md), so that a guess seldom hits.
    field: 'loginPolicy.userCode.minLength',
    mistake: 'pinGuessable',
    contradicts: ({ userCode }, { users }) => userCode.minLength < pinMinLength(users),
  },
  {
    field: 'loginPolicy.userCode.maxLength',
    mistake: 'lengthReversed',
    contradicts: ({ userCode }) => userCode.maxLength < userCode.minLength,
  },
  {
    field: 'loginPolicy.mfa.totp',
    mistake: 'noSecondFactor',
    contradicts: ({ mfa }) => mfa.enabled && !mfa.totp,
  },
  {
    field: 'loginPolicy.mfa.siteEnforceMfa.enabled',
    mistake: 'secondFactorOff',
    contradicts: ({ mfa }) => !mfa.enabled && mfa.siteEnforceMfa.enabled,
  },
  {
    field: 'loginPolicy.mfa.siteEnforceMfa.roles',
    mistake: 'rolesMissing',
    contradicts: ({ mfa: { siteEnforceMfa } }) => siteEnforceMfa.enabled && siteEnforceMfa.roles.length === 0,
  },
  {
    // A provider that fails must not keep those out who can mend it.
    field: 'loginPolicy.siteLoginRoles.password',
    mistake: 'administratorsOut',
    contradicts: ({ siteLoginRoles }) => !siteLoginRoles.password.includes(administratorRole),
  },
  {
    field: 'loginPolicy.siteLoginRoles.saml',
    mistake: 'openToNoRole',
    contradicts: ({ saml, siteLoginRoles }) => saml && siteLoginRoles.saml.length === 0,
  },
  {
    field: 'loginPolicy.siteLoginRoles.oidc',
    mistake: 'openToNoRole',
    contradicts: ({ oidc, siteLoginRoles }) => oidc.enabled && siteLoginRoles.oidc.length === 0,
  },
  {
    field: 'loginPolicy.oidc.openidProviders',
    mistake: 'providersMissing',
    contradicts: ({ oidc: { enabled, openidProviders } }) => enabled && openidProviders?.length === 0,
  },
];

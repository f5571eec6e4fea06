import { z } from 'zod';
import { MIN_PIN_LENGTH } from './limits.ts';
import {
  cardLoginFactors,
  cardLoginModes,
  deviceLoginTypes,
  enforcedAccounts,
  isOpId,
  LONGEST_POLICY_PIN,
  MOST_LISTED_PROVIDERS,
  pinCharacters,
  siteLoginTypes,
} from './login-policy-values.ts';
import { roles, administratorRole } from './roles.ts';

const pinLength = z.number().int().min(MIN_PIN_LENGTH).max(LONGEST_POLICY_PIN);
/** A list of values without repetitions. */
const several = <T extends string>(values: readonly [T, ...T[]]) =>
  z.array(z.enum(values)).overwrite((given) => [...new Set(given)]);

/** Rules for new PINs; existing PINs stay valid. */
const userCode = z.strictObject({
  enabled: z.boolean().default(true),
  characters: z.enum(pinCharacters).default('digits'),
  minLength: pinLength.default(6),
  maxLength: pinLength.default(12),
  /** True if users choose their PIN; otherwise it is generated. */
  allowUserEntry: z.boolean().default(true),
});

/** Cards and other identifiers of users at devices. */
const onpremiseId = z.strictObject({
  enabled: z.boolean().default(true),
  cardLoginFactor: z.enum(cardLoginFactors).default('card'),
  cardLoginMode: z.enum(cardLoginModes).default('card'),
  /** True if users enter their cards; otherwise administrators do. */
  allowCardEntry: z.boolean().default(true),
});

const mfa = z.strictObject({
  /** MFA as a whole: off, none is required and none can be set up. */
  enabled: z.boolean().default(true),
  /** True if users may set up an authenticator app. */
  totp: z.boolean().default(true),
  /** True if a sign-in at a device does not require MFA. */
  skipMfaFromMfp: z.boolean().default(false),
  /** True if a sign-in with another identity provider requires MFA here as well. */
  federated: z.boolean().default(false),
  siteEnforceMfa: z
    .strictObject({
      enabled: z.boolean().default(false),
      roles: several(roles).default([administratorRole]),
      accounts: z.enum(enforcedAccounts).default('every'),
    })
    .prefault({}),
});

const oidc = z.strictObject({
  /** Whether OpenID providers sign anybody in. */
  enabled: z.boolean().default(true),
  /** IDs of those that do; null: every enabled one. */
  openidProviders: z
    .array(z.string().refine(isOpId))
    .max(MOST_LISTED_PROVIDERS)
    .overwrite((given) => [...new Set(given)])
    .nullable()
    .default(null),
});

/** For whom each way is open at the pages (`sign-in/login-ways.ts`). Administrators always keep their password. */
const siteLoginRoles = z.strictObject({
  password: several(roles).default([...roles]),
  saml: several(roles).default([...roles]),
  oidc: several(roles).default([...roles]),
});

/**
 * Sign-in policy of a tenant (spec section 3). Contradictions are found by `login-policy-rules.ts` when it is saved, not
 * here: a stored policy can always be read.
 */
export const loginPolicy = z.strictObject({
  siteLoginType: z.enum(siteLoginTypes).default('all'),
  /** Identifier that a device shows first, and all that it offers. */
  defaultMfpLoginType: z.enum(deviceLoginTypes).default('userId'),
  mfpLoginTypeOption: several(deviceLoginTypes).default([...deviceLoginTypes]),
  /** True if accounts of this tenant are offered for selection, at sign-in and for switching. */
  userSelect: z.boolean().default(true),
  /** Whether SAML providers sign anybody in. */
  saml: z.boolean().default(true),
  oidc: oidc.prefault({}),
  siteLoginRoles: siteLoginRoles.prefault({}),
  userCode: userCode.prefault({}),
  onpremiseId: onpremiseId.prefault({}),
  mfa: mfa.prefault({}),
});

export type LoginPolicy = z.output<typeof loginPolicy>;

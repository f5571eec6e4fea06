import { z } from 'zod';
import { MIN_PIN_LENGTH } from './limits.ts';
import {
  cardLoginFactors,
  cardLoginModes,
  deviceLoginTypes,
  enforcedAccounts,
  LONGEST_POLICY_PIN,
  pinCharacters,
  siteLoginTypes,
} from './login-policy-values.ts';
import { roles } from './roles.ts';

const pinLength = z.number().int().min(MIN_PIN_LENGTH).max(LONGEST_POLICY_PIN);
/** A choice of values, each once. */
const several = <T extends string>(values: readonly [T, ...T[]]) =>
  z.array(z.enum(values)).overwrite((given) => [...new Set(given)]);

/** PINs: rules for new ones; whoever has one keeps it. */
const userCode = z.strictObject({
  enabled: z.boolean().default(true),
  characters: z.enum(pinCharacters).default('digits'),
  minLength: pinLength.default(6),
  maxLength: pinLength.default(12),
  /** Whether people choose their PIN themselves; else it is made for them. */
  allowUserEntry: z.boolean().default(true),
});

/** Cards and the other ids people have at devices. */
const onpremiseId = z.strictObject({
  enabled: z.boolean().default(true),
  cardLoginFactor: z.enum(cardLoginFactors).default('card'),
  cardLoginMode: z.enum(cardLoginModes).default('card'),
  /** Whether people enter their cards themselves; else administrators do. */
  allowCardEntry: z.boolean().default(true),
});

const mfa = z.strictObject({
  /** Whether there is a second factor at all: off, none is asked for and none can be set up. */
  enabled: z.boolean().default(true),
  /** Whether people may set up an authenticator app. */
  totp: z.boolean().default(true),
  /** Whether a device may sign somebody in without the second factor. */
  skipMfaFromMfp: z.boolean().default(false),
  siteEnforceMfa: z
    .strictObject({
      enabled: z.boolean().default(false),
      roles: several(roles).default(['PowerUser']),
      accounts: z.enum(enforcedAccounts).default('every'),
    })
    .prefault({}),
});

/**
 * How people of a tenant sign in (spec section 3). `oidc` and `saml` come with their services. What contradicts itself
 * is said by `login-policy-rules.ts` when it is saved, not here: what is stored can always be read.
 */
export const loginPolicy = z.strictObject({
  siteLoginType: z.enum(siteLoginTypes).default('all'),
  /** What a device shows first, and all that it offers. */
  defaultMfpLoginType: z.enum(deviceLoginTypes).default('userId'),
  mfpLoginTypeOption: several(deviceLoginTypes).default([...deviceLoginTypes]),
  /** Whether accounts of this tenant are offered to choose from, at sign-in and to switch to. */
  userSelect: z.boolean().default(true),
  userCode: userCode.prefault({}),
  onpremiseId: onpremiseId.prefault({}),
  mfa: mfa.prefault({}),
});

export type LoginPolicy = z.output<typeof loginPolicy>;

import { z } from 'zod';
import * as field from '../fields.ts';
import { EXTENSION_ATTRIBUTES, MAX_EXTENSION_ATTRIBUTE_LENGTH, MAX_MAIL_ADDRESSES } from '../limits.ts';
import { roles } from '../roles.ts';
import { foldId } from '../rules.ts';
import { isVisibleName } from '../visible-name.ts';
import { eachText, userTexts } from './user-texts.ts';
import { userSources } from './users-source.ts';

export const userStatuses = ['registering', 'active', 'inactive', 'locked'] as const;

/** Maximum number of groups that a call can add to a user. */
export const MAX_GROUPS_A_CALL = 100;
/** Maximum number of groups that a call or a row can name, including current ones. */
const MAX_GROUPS_NAMED = 10_000;

const distinct = (keys: readonly string[]) => new Set(keys).size === keys.length;

/** The rights of a user: at least one role, each once. */
export const userRoles = z
  .array(z.enum(roles))
  .min(1)
  .overwrite((given) => [...new Set(given)]);

/** Further email addresses, distinct without regard to case. */
export const mailAddresses = z
  .array(field.mailAddress)
  .max(MAX_MAIL_ADDRESSES)
  .refine((addresses) => distinct(addresses.map((address) => address.toLowerCase())));

/** Direct memberships, by group ID. */
export const userGroups = z
  .array(z.strictObject({ groupId: field.groupId }))
  .max(MAX_GROUPS_NAMED)
  .refine((groups) => distinct(groups.map(({ groupId }) => foldId(groupId))));

const attribute = field.text(MAX_EXTENSION_ATTRIBUTE_LENGTH);
/** `extensionAttribute1` … `extensionAttribute15`: given ones change, an empty text removes one, others stay. */
export const extensionAttributes = z.strictObject(
  Object.fromEntries(EXTENSION_ATTRIBUTES.map((name) => [name, attribute.optional()])),
);

/** The shapes of the texts that describe a user. */
export const texts = eachText((text) => {
  const { longest, isLine } = userTexts[text];
  return isLine ? field.text(longest).refine(isVisibleName) : field.multilineText(longest);
});

/** A user is addressed by the visible ID, compared case-insensitively. */
export const userParams = z.strictObject({ tenantId: z.string().max(40), userId: field.loginUserId });

/** A user as a row of a list. */
export const listedUser = z.strictObject({
  uuid: field.uuid,
  userId: z.string(),
  familyName: z.string(),
  givenName: z.string(),
  status: z.enum(userStatuses),
  roles: z.array(z.string()),
  ...eachText(() => z.string()),
  locale: z.string().nullable(),
  loginMailAddress: z.string().nullable(),
  nextLoginMailAddress: z.string().nullable(),
  mailAddresses: z.array(z.string()),
  source: z.enum(userSources),
  /** True if MFA is activated. */
  mfaEnabled: z.boolean(),
  passwordAssigned: z.boolean(),
  userCodeAssigned: z.boolean(),
  loginedAt: z.string().nullable(),
  createdAt: z.string(),
});
export type ListedUser = z.output<typeof listedUser>;

/** A user as an administrator sees one (spec section 3). */
export const user = z.strictObject({
  tenantId: z.string(),
  ...listedUser.shape,
  timezone: z.string().nullable(),
  loginMailAddressConfirmationExpiresAt: z.string().nullable(),
  extensionAttributes: z.record(z.string(), z.string()),
  groups: z.array(z.strictObject({ uuid: field.uuid, groupId: z.string(), name: z.string() })),
  /** Fields that the account's source manages: read-only here (`fieldsOfSource`). */
  readOnlyFields: z.array(z.string()),
  mfaStatus: z.strictObject({ enabled: z.boolean(), recoveryCodesLeft: z.number().int() }),
  totp: z.array(z.strictObject({ uuid: field.uuid, enabled: z.boolean(), activatedAt: z.string().nullable() })),
  passwordChangedAt: z.string().nullable(),
  /** The next sign-in requires a new password. */
  mustChangePassword: z.boolean(),
  /** End of the account lock; null if the account is not locked, or locked until an administrator unlocks it. */
  lockedUntil: z.string().nullable(),
  /** Sign-in is blocked in browsers that the account does not know, or at devices (docs/decisions/0070). */
  signInStopped: z.boolean(),
  onpremiseAccounts: z.array(
    z.strictObject({
      uuid: field.uuid,
      type: z.string(),
      deviceType: z.string(),
      index: z.number().int(),
      hint: z.string(),
    }),
  ),
  /** The ID of the provider that was linked first; null without one. */
  linkedOpenidProvider: z.string().nullable(),
  /** Accounts at identity providers that sign the user in; `type` is null where the provider is gone. */
  allowedOpenidProviderAccounts: z.array(
    z.strictObject({
      uuid: field.uuid,
      type: z.enum(['openid', 'saml']).nullable(),
      opId: z.string(),
      subjectSubId: z.string(),
      displayName: z.string(),
    }),
  ),
  openSessions: z.number().int(),
  updatedAt: z.string(),
});
export type User = z.output<typeof user>;

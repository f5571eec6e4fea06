import type { SharedKind } from '#contract/apps/claim-values.ts';
import type { TextKey } from '../i18n/keys.ts';

const texts: readonly (readonly [scope: string, text: TextKey])[] = [
  ['openid', 'device.scopeOpenid'],
  ['profile', 'device.scopeProfile'],
  ['email', 'device.scopeEmail'],
  ['services', 'device.scopeServices'],
  ['portal:user:admin', 'device.scopeUser'],
  ['portal:powerUser:admin', 'device.scopePowerUser'],
  ['offline_access', 'device.scopeOffline'],
];

/** Of a claim with a name, language or time zone: as of the scope. */
const shareTexts: Readonly<Record<SharedKind, TextKey>> = {
  userId: 'device.shareUserId',
  profile: 'device.scopeProfile',
  email: 'device.scopeEmail',
  about: 'device.shareAbout',
  groups: 'device.shareGroups',
  roles: 'device.shareRoles',
  licenses: 'device.shareLicenses',
  custom: 'device.shareCustom',
};

/**
 * What the scopes that an app or a device asks for and its claims mean, in a fixed order, each once; unknown scopes are
 * summed up in one sentence.
 */
export function accessTexts({
  scopes,
  shares,
}: {
  scopes: readonly string[];
  shares: readonly SharedKind[];
}): TextKey[] {
  const ofScopes = texts.filter(([scope]) => scopes.includes(scope)).map(([, text]) => text);
  const known = [...new Set([...ofScopes, ...shares.map((kind) => shareTexts[kind])])];
  const hasOther = scopes.some((scope) => !texts.some(([name]) => name === scope));
  return hasOther ? [...known, 'device.scopeOther'] : known;
}

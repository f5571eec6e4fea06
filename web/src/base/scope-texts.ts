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

/** What the scopes that an app or a device asks for mean, in a fixed order; unknown ones are summed up in one sentence. */
export function scopeTexts(scopes: readonly string[]): TextKey[] {
  const known = texts.filter(([scope]) => scopes.includes(scope)).map(([, text]) => text);
  const hasOther = scopes.some((scope) => !texts.some(([name]) => name === scope));
  return hasOther ? [...known, 'device.scopeOther'] : known;
}

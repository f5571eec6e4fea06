import type { Translate } from '../../i18n/keys.ts';
import { readUserAgent } from './user-agent.ts';

/** "Chrome on Windows", or as much of it as is known. */
export function deviceName(t: Translate, userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent);
  if (browser && system) return t('account.device.browserOnSystem', { browser, system });
  return browser ?? system ?? t('account.device.unknown');
}

const loginTypes = [
  'loginMailAddress',
  'loginMailAddressAutoSelect',
  'userId',
  'office365',
  'cybozu',
  'saml',
  'oidc',
  'ticket',
  'selectAccounts',
  'resetPassword',
  'reauthentication',
] as const;

/** How somebody signed in, in words; a way this page does not know is said as it is. */
export function loginTypeName(t: Translate, loginType: string): string {
  const known = loginTypes.find((type) => type === loginType);
  return known ? t(`account.loginType.${known}`) : loginType;
}

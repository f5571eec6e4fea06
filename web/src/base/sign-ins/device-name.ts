import type { Translate } from '../../i18n/keys.ts';
import { loginTypes } from '#contract/sign-in/login-types.ts';
import { readUserAgent } from '#contract/user-agent.ts';

/** What somebody signed in with: "Chrome on Windows", or as much of it as is known. */
interface SignInPlace {
  userAgent: string;
  /** Of one of the organization's devices. */
  deviceId: string | null;
}

/** A device of the organization by its id, a browser by its name. */
export function deviceName(t: Translate, { userAgent, deviceId }: SignInPlace): string {
  if (deviceId !== null) return deviceId;
  const { browser, system } = readUserAgent(userAgent);
  if (browser && system) return t('account.device.browserOnSystem', { browser, system });
  return browser ?? system ?? t('account.device.unknown');
}

/** How somebody signed in, in words; a way this page does not know is said as it is. */
export function loginTypeName(t: Translate, loginType: string): string {
  const known = loginTypes.find((type) => type === loginType);
  return known ? t(`account.loginType.${known}`) : loginType;
}

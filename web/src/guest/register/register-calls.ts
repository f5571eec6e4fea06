import type { getRegistration, registerLoginInfo } from '#contract/joining/registration.ts';
import type { Language } from '#contract/languages.ts';
import { isLanguage } from '#contract/languages.ts';
import type { AnswerOf } from '#contract/route.ts';
import { call } from '../../api/call.ts';

export type Registration = AnswerOf<typeof getRegistration>;

/** Whom the invitation is for. */
export function readRegistration(temporaryCode: string): Promise<Registration> {
  return call<typeof getRegistration>({
    method: 'POST',
    path: '/api/account/me/brief',
    noAuth: true,
    body: { temporaryCode },
  });
}

export type NewUserInfo = { familyName: string; givenName: string; password: string };

/** The language and time zone of the invitation, else those this page and this device are in. */
export function surroundings(
  { locale, timezone }: Pick<Registration, 'locale' | 'timezone'>,
  language: string,
): { locale?: Language; timezone?: string } {
  const spoken = locale ?? language;
  const zone = timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { ...(isLanguage(spoken) ? { locale: spoken } : {}), ...(zone ? { timezone: zone } : {}) };
}

/** Completes the registration: the account can sign in from now on. Works once. */
export async function register(
  temporaryCode: string,
  registration: Registration,
  info: NewUserInfo,
  language: string,
): Promise<void> {
  const userInfo = { ...info, ...surroundings(registration, language) };
  await call<typeof registerLoginInfo>({
    method: 'PUT',
    path: '/api/account/me',
    noAuth: true,
    body: { temporaryCode, userInfo },
  });
}

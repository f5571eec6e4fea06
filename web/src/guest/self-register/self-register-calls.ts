import type {
  getUserRegisterInfo,
  openRegisterUser,
  registerUser,
  requestRegisterUser,
} from '#contract/joining/self-registration.ts';
import { isLanguage } from '#contract/languages.ts';
import type { AnswerOf } from '#contract/route.ts';
import { call } from '../../api/call.ts';
import { keepLink, type OpenedRegistration } from '../../guest-kit/mail-link.ts';

export type RegisterInfo = AnswerOf<typeof getUserRegisterInfo>;

/** Whose registration URL it is. */
export function readInfo(code: string): Promise<RegisterInfo> {
  const request = { method: 'GET', path: '/api/auth/userRegisterInfo', noAuth: true, query: { code } } as const;
  return call<typeof getUserRegisterInfo>(request);
}

/** Asks for the mail that proves the address. */
export async function askForMail(code: string, mailAddress: string, language: string): Promise<void> {
  const locale = isLanguage(language) ? { locale: language } : {};
  const body = { code, mailAddress, ...locale };
  await call<typeof requestRegisterUser>({ method: 'POST', path: '/api/auth/requestRegisterUser', noAuth: true, body });
}

/** Opens the link of the mail: works once, and is kept for this tab, so that reloading the page does not lose it. */
export async function openRegistration(exchangeCode: string): Promise<OpenedRegistration> {
  const request = {
    method: 'POST',
    path: '/api/auth/registerUser/open',
    noAuth: true,
    body: { exchangeCode },
  } as const;
  const opened = await call<typeof openRegisterUser>(request);
  keepLink('selfRegistration', opened);
  return opened;
}

export type NewPerson = { familyName: string; givenName: string; password: string };

/** With the language of this page and the time zone of this device. */
export function infoOf<Typed extends object>(typed: Typed, language: string) {
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { ...typed, ...(isLanguage(language) ? { locale: language } : {}), ...(timezone ? { timezone } : {}) };
}

/** Makes the account. */
export function register(
  temporaryCode: string,
  person: NewPerson,
  language: string,
): Promise<AnswerOf<typeof registerUser>> {
  const body = { temporaryCode, userInfo: infoOf(person, language) };
  return call<typeof registerUser>({ method: 'POST', path: '/api/auth/registerUser', noAuth: true, body });
}

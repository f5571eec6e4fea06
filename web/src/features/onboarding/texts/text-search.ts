import type { Language } from '#contract/languages.ts';
import { type RegistrationMailType, registrationMailTypes } from '#contract/tenant/registration-mail-types.ts';
import { readTextLocale } from '../../../base/mail-texts/text-locale.ts';

/** Which mail's text is open, and for whom; absent: that of the registration mail, for all. */
export function readTextSearch(search: Record<string, unknown>): { type?: RegistrationMailType; locale?: Language } {
  const type = registrationMailTypes.find((one) => one === search.type && one !== 'registration');
  return { ...(type && { type }), ...readTextLocale(search) };
}

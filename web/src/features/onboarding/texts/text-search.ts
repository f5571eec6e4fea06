import { type RegistrationMailType, registrationMailTypes } from '#contract/tenant/registration-mail-types.ts';

/** Which mail's text is open; absent: that of the registration mail. */
export function readTextSearch(search: Record<string, unknown>): { type?: RegistrationMailType } {
  const type = registrationMailTypes.find((one) => one === search.type && one !== 'registration');
  return type ? { type } : {};
}

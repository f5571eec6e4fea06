/** Emails that help users join. */
export const registrationMailTypes = [
  'registration',
  'registrationPhrase',
  'selfRegistration',
  'loginMailAddressConfirmation',
  'loginGuide',
  'mfaGuide',
  'userCode',
] as const;
export type RegistrationMailType = (typeof registrationMailTypes)[number];

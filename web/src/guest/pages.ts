import type { Area, TextKey } from '../i18n/keys.ts';

/** A prerendered page without Mantine. */
export type GuestPageEntry = {
  /** The file served: `<name>.html`. */
  name: string;
  /** The component, the default export of `web/src/guest/<folder>/<Name>Page.tsx`. */
  file: `${string}/${string}Page.tsx`;
  title: TextKey;
  /** The texts that travel in the page besides `guest`. */
  areas: readonly Area[];
};

/** The one table of guest pages. A page here is built in every language and hydrated; nothing else is to be done. */
export const guestPages: readonly GuestPageEntry[] = [
  { name: 'error', file: 'error/ErrorPage.tsx', title: 'guest.errorTitle', areas: ['apps'] },
  { name: '404', file: 'not-found/NotFoundPage.tsx', title: 'guest.notFoundTitle', areas: [] },
  { name: 'login', file: 'login/LoginPage.tsx', title: 'login.title', areas: ['login', 'password'] },
  { name: 'logout', file: 'logout/LogoutPage.tsx', title: 'login.signOutTitle', areas: ['login'] },
  { name: 'oauth-callback', file: 'oauth-callback/OauthCallbackPage.tsx', title: 'login.title', areas: ['login'] },
  {
    name: 'reset-password-request',
    file: 'reset-password-request/ResetPasswordRequestPage.tsx',
    title: 'registration.resetRequestTitle',
    areas: ['registration'],
  },
  {
    name: 'reset-password',
    file: 'reset-password/ResetPasswordPage.tsx',
    title: 'registration.resetTitle',
    areas: ['registration', 'password'],
  },
  {
    name: 'id-inquiry',
    file: 'id-inquiry/IdInquiryPage.tsx',
    title: 'registration.idInquiryTitle',
    areas: ['registration'],
  },
  {
    name: 'register',
    file: 'register/RegisterPage.tsx',
    title: 'registration.registerTitle',
    areas: ['registration', 'password'],
  },
  {
    name: 'self-register',
    file: 'self-register/SelfRegisterPage.tsx',
    title: 'registration.selfRegisterTitle',
    areas: ['registration', 'password'],
  },
  {
    name: 'confirm-mail-address',
    file: 'confirm-mail-address/ConfirmMailAddressPage.tsx',
    title: 'registration.confirmAddressTitle',
    areas: ['registration'],
  },
  {
    name: 'mfa-authenticator-setting',
    file: 'mfa-authenticator-setting/MfaAuthenticatorSettingPage.tsx',
    title: 'device.authenticatorTitle',
    areas: ['device'],
  },
  { name: 'skip-mfa', file: 'skip-mfa/SkipMfaPage.tsx', title: 'device.skipTitle', areas: ['device'] },
  {
    name: 'authorization',
    file: 'authorization/AuthorizationPage.tsx',
    title: 'device.enterTitle',
    areas: ['device', 'registration'],
  },
  {
    name: 'connection-setup',
    file: 'connection-setup/ConnectionSetupPage.tsx',
    title: 'connectionSetup.title',
    areas: ['connectionSetup', 'samlFailures', 'openid'],
  },
  { name: 'consent', file: 'consent/ConsentPage.tsx', title: 'device.consentTitle', areas: ['device', 'registration'] },
];

/** The settings pages whose changes the operation log knows (setting-areas.ts), by their sections in "Tenant Info". */
export const settingSections = [
  'login-settings',
  'mfa-settings',
  'device-login-policy',
  'password-policy',
  'password-expiration-policy',
  'account-lock-policy',
  'session-policy',
  'password-expiration-notice',
  'basic-settings',
  'header-customization',
  'custom-settings',
  'log-retention',
  'contract-list',
  'license-list',
  'saml-settings',
  'saml-idp-settings',
] as const;
export type SettingSection = (typeof settingSections)[number];

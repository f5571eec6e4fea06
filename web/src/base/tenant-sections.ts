/**
 * The sections of "Tenant Info" (spec section 2) that exist. Where they are shown and who may open them stands in
 * `navigation.ts`. A new one is a line here and there, its route in `shell/routes/tenant.tsx`, its address in
 * `contract/src/site/portal-addresses.ts` and its name `ui.tenant.<section>`.
 */
export const tenantSections = [
  'login-settings',
  'mfa-settings',
  'device-login-policy',
  'password-policy',
  'password-expiration-policy',
  'password-expiration-notice',
  'account-lock-policy',
  'session-policy',
  'policy-history',
  'basic-settings',
  'header-customization',
  'custom-settings',
  'login-log',
  'system-log',
  'log-export',
  'log-retention',
  'contract-list',
  'license-list',
  'cybozu-settings',
  'saml-settings',
  'saml-idp-settings',
  'policy-mails',
] as const;

export type TenantSection = (typeof tenantSections)[number];

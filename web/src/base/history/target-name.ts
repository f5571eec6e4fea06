import type { EventTarget } from '#contract/events.ts';
import type { TextKey, Translate } from '../../i18n/keys.ts';

const names: Readonly<Record<EventTarget, TextKey>> = {
  user: 'history.target_user',
  group: 'history.target_group',
  tag: 'history.target_tag',
  tenant: 'history.target_tenant',
  session: 'history.target_session',
  login: 'history.target_login',
  userImport: 'history.target_userImport',
  userExport: 'history.target_userExport',
  userBulk: 'history.target_userBulk',
  logExport: 'history.target_logExport',
  mailRun: 'history.target_mailRun',
  customizedMail: 'history.target_customizedMail',
  registrationUrl: 'history.target_registrationUrl',
  oauthClient: 'history.target_oauthClient',
  oauthApi: 'history.target_oauthApi',
  provisioningSource: 'history.target_provisioningSource',
  provisioningTarget: 'history.target_provisioningTarget',
  managementToken: 'history.target_managementToken',
  webhook: 'history.target_webhook',
  emailDomain: 'history.target_emailDomain',
  openidConnection: 'history.target_openidConnection',
  samlConnection: 'history.target_samlConnection',
  setupLink: 'history.target_setupLink',
  appRequest: 'history.target_appRequest',
  samlSp: 'history.target_samlSp',
  samlIdp: 'history.target_samlIdp',
  samlKeys: 'history.target_samlKeys',
  oauthDevice: 'history.target_oauthDevice',
  oauthConsent: 'history.target_oauthConsent',
  connectedApp: 'history.target_connectedApp',
  customTheme: 'history.target_customTheme',
  logo: 'history.target_logo',
  service: 'history.target_service',
  contract: 'history.target_contract',
  license: 'history.target_license',
  device: 'history.target_device',
  deviceExport: 'history.target_deviceExport',
  featureToggle: 'history.target_featureToggle',
  maintenance: 'history.target_maintenance',
  statusComponent: 'history.target_statusComponent',
  signingKey: 'history.target_signingKey',
  operatorToken: 'history.target_operatorToken',
  browserLog: 'history.target_browserLog',
  customScript: 'history.target_customScript',
  masterKey: 'history.target_masterKey',
};

/** What something was done to, in a word; a kind of a newer server neutrally. */
export function targetName(t: Translate, targetType: string): string {
  const known = Object.hasOwn(names, targetType) ? names[targetType as EventTarget] : undefined;
  return t(known ?? 'history.target_unknown');
}

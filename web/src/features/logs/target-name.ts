import type { Translate } from '../../i18n/keys.ts';

const targets = [
  ...(['user', 'group', 'tag', 'tenant', 'session', 'login', 'userImport', 'userExport', 'userBulk'] as const),
  ...([
    'logExport',
    'mailRun',
    'customizedMail',
    'registrationUrl',
    'oauthClient',
    'oauthDevice',
    'oauthConsent',
    'connectedApp',
  ] as const),
  ...(['customTheme', 'logo', 'service', 'contract', 'license', 'device', 'deviceExport'] as const),
  ...(['featureToggle', 'maintenance', 'statusComponent', 'signingKey', 'operatorToken'] as const),
] as const;

/** What something was done to, in a word; a kind without words is said as it is. */
export function targetName(t: Translate, targetType: string): string {
  const known = targets.find((one) => one === targetType);
  return known ? t(`logs.target_${known}`) : targetType;
}

import { EXTENSION_ATTRIBUTES } from '../limits.ts';
import { policyFieldNames } from './change-fields.ts';
import type { SettingSection } from './setting-sections.ts';

interface SettingArea {
  /** The kinds of targets of its events. */
  targets: readonly string[];
  /** The fields, by prefix; absent: all fields of the targets. */
  fields?: readonly string[];
}

const ofPolicy = (...fields: string[]) => ({
  targets: ['tenant'],
  fields: fields.map((field) => `securityPolicy.${field}`),
});

/**
 * The changes that belong to each settings page, by the page's section ("Tenant Info"): for its history in the
 * operation log, and to name a change by its page. If several prefixes match a field, the longest one counts.
 */
export const settingAreas = {
  'login-settings': ofPolicy('loginPolicy.', 'loginPolicy.userCode.enabled', 'loginPolicy.onpremiseId.enabled'),
  'mfa-settings': ofPolicy('loginPolicy.mfa.'),
  'device-login-policy': ofPolicy('loginPolicy.userCode.', 'loginPolicy.onpremiseId.'),
  'password-policy': ofPolicy('passwordPolicy.'),
  'password-expiration-policy': ofPolicy('passwordPolicy.expiresAfterDays', 'passwordExpirationPolicy.'),
  'account-lock-policy': ofPolicy('accountLockPolicy.'),
  'session-policy': ofPolicy('sessionPolicy.'),
  'password-expiration-notice': { targets: ['customizedMail'] },
  'basic-settings': { targets: ['tenant'], fields: ['name', 'country', 'region', 'locale', 'timezone'] },
  'header-customization': { targets: ['customTheme', 'logo'] },
  'custom-settings': { targets: ['tenant'], fields: EXTENSION_ATTRIBUTES },
  'log-retention': { targets: ['tenant'], fields: ['logRetentionDays'] },
  'contract-list': { targets: ['contract'] },
  'license-list': { targets: ['license'] },
  'saml-settings': { targets: ['samlConnection', 'samlKeys'] },
  'saml-idp-settings': { targets: ['samlSp', 'samlIdp'] },
} as const satisfies Record<SettingSection, SettingArea>;

const areas = Object.entries<SettingArea>(settingAreas) as [SettingSection, SettingArea][];
const begins = areas.flatMap(([section, { targets, fields = [] }]) =>
  targets[0] === 'tenant' ? fields.map((field) => ({ section, field })) : [],
);

/** The section that a field of the tenant belongs to. */
function sectionOf(field: string): SettingSection | undefined {
  const fitting = begins.filter(({ field: begin }) => field.startsWith(begin));
  return fitting.sort((a, b) => b.field.length - a.field.length)[0]?.section;
}

/** The pages of a change to the tenant. Some fields belong to none. */
export const settingsOf = (changes: Readonly<Record<string, unknown>>): SettingSection[] => [
  ...new Set(Object.keys(changes).flatMap((field) => sectionOf(field) ?? [])),
];

const basics = ['name', 'country', 'region', 'locale', 'timezone', 'logRetentionDays', ...EXTENSION_ATTRIBUTES];
const ofTenant = [...basics, ...Object.keys(policyFieldNames).map((field) => `securityPolicy.${field}`)];

/** The kinds of targets and the fields of a section's changes; no fields: all of them. */
export function changesOfSection(section: SettingSection): { targets: readonly string[]; fields: readonly string[] } {
  const { targets }: SettingArea = settingAreas[section];
  return { targets, fields: targets[0] === 'tenant' ? ofTenant.filter((field) => sectionOf(field) === section) : [] };
}

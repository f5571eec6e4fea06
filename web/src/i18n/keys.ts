import type account from '#messages/en/account.json';
import type apps from '#messages/en/apps.json';
import type common from '#messages/en/common.json';
import type device from '#messages/en/device.json';
import type connectionSetup from '#messages/en/connectionSetup.json';
import type devices from '#messages/en/devices.json';
import type domains from '#messages/en/domains.json';
import type errors from '#messages/en/errors.json';
import type events from '#messages/en/events.json';
import type guest from '#messages/en/guest.json';
import type expirations from '#messages/en/expirations.json';
import type groups from '#messages/en/groups.json';
import type history from '#messages/en/history.json';
import type jobs from '#messages/en/jobs.json';
import type licenses from '#messages/en/licenses.json';
import type login from '#messages/en/login.json';
import type loginPolicy from '#messages/en/loginPolicy.json';
import type logs from '#messages/en/logs.json';
import type oauthApps from '#messages/en/oauthApps.json';
import type openid from '#messages/en/openid.json';
import type onboarding from '#messages/en/onboarding.json';
import type password from '#messages/en/password.json';
import type permissions from '#messages/en/permissions.json';
import type palette from '#messages/en/palette.json';
import type pickers from '#messages/en/pickers.json';
import type policy from '#messages/en/policy.json';
import type provisioning from '#messages/en/provisioning.json';
import type reasons from '#messages/en/reasons.json';
import type registration from '#messages/en/registration.json';
import type portal from '#messages/en/portal.json';
import type saml from '#messages/en/saml.json';
import type samlConnections from '#messages/en/samlConnections.json';
import type samlFailures from '#messages/en/samlFailures.json';
import type samlIdp from '#messages/en/samlIdp.json';
import type sentences from '#messages/en/sentences.json';
import type setup from '#messages/en/setup.json';
import type targets from '#messages/en/targets.json';
import type tenant from '#messages/en/tenant.json';
import type top from '#messages/en/top.json';
import type transfer from '#messages/en/transfer.json';
import type ui from '#messages/en/ui.json';
import type users from '#messages/en/users.json';
import type webhooks from '#messages/en/webhooks.json';
import type widgets from '#messages/en/widgets.json';

/** The areas of texts (`messages/<lang>/<area>.json`). A new area is one import and one line here. */
export type Areas = {
  account: typeof account;
  apps: typeof apps;
  common: typeof common;
  device: typeof device;
  connectionSetup: typeof connectionSetup;
  devices: typeof devices;
  domains: typeof domains;
  errors: typeof errors;
  events: typeof events;
  guest: typeof guest;
  expirations: typeof expirations;
  groups: typeof groups;
  history: typeof history;
  jobs: typeof jobs;
  licenses: typeof licenses;
  login: typeof login;
  loginPolicy: typeof loginPolicy;
  logs: typeof logs;
  oauthApps: typeof oauthApps;
  openid: typeof openid;
  onboarding: typeof onboarding;
  password: typeof password;
  permissions: typeof permissions;
  palette: typeof palette;
  pickers: typeof pickers;
  policy: typeof policy;
  provisioning: typeof provisioning;
  reasons: typeof reasons;
  registration: typeof registration;
  portal: typeof portal;
  saml: typeof saml;
  samlConnections: typeof samlConnections;
  samlFailures: typeof samlFailures;
  samlIdp: typeof samlIdp;
  sentences: typeof sentences;
  setup: typeof setup;
  targets: typeof targets;
  tenant: typeof tenant;
  top: typeof top;
  transfer: typeof transfer;
  ui: typeof ui;
  users: typeof users;
  webhooks: typeof webhooks;
  widgets: typeof widgets;
};

export type Area = keyof Areas & string;

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type Bare<Key extends string> = Key extends `${infer Stem}_${PluralForm}` ? Stem | Key : Key;

/** A text is addressed as `area.key`; the key of a plural is written without its form. */
export type TextKey = { [A in Area]: `${A}.${Bare<keyof Areas[A] & string>}` }[Area];

export type TextParams = Record<string, string | number>;

/** `t('users.chosen', { count: 3 })`: the text in the page's language. */
export type Translate = (key: TextKey, params?: TextParams) => string;

/** Splits `area.key` at its first dot: keys may hold dots themselves (error ids do). */
export function splitKey(key: string): [area: string, key: string] {
  const dot = key.indexOf('.');
  return [key.slice(0, dot), key.slice(dot + 1)];
}

import { languages, type Language } from '#contract/languages.ts';
import type { TextKey, Translate } from '../../i18n/keys.ts';

/** A moment in the reader's order and zone. */
export type ShowTime = (moment: Date) => string;

type Reader = { t: Translate; language: string; showTime: ShowTime };

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

const unit = (language: string, value: number, name: 'day' | 'minute') =>
  new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'long' }).format(value);

/** Values that are words of the wire: states, kinds and choices that several fields have. */
const values: Readonly<Record<string, TextKey>> = {
  User: 'common.role.User',
  PowerUser: 'common.role.PowerUser',
  processing: 'history.value_processing',
  accepting: 'history.value_processing',
  checking: 'history.value_processing',
  previewed: 'history.value_previewed',
  completed: 'history.value_completed',
  canceled: 'history.value_canceled',
  cancelled: 'history.value_canceled',
  error: 'history.value_error',
  validation_error: 'history.value_error',
  expired: 'history.value_expired',
  ended: 'history.value_ended',
  registering: 'common.userStatus.registering',
  active: 'common.userStatus.active',
  inactive: 'common.userStatus.inactive',
  locked: 'common.userStatus.locked',
  suspended: 'history.value_suspended',
  activated: 'history.value_activated',
  activate: 'history.value_activate',
  deactivate: 'history.value_deactivate',
  delete: 'common.operation.delete',
  signOut: 'history.value_signOut',
  digits: 'history.value_digits',
  alphanumeric: 'history.value_alphanumeric',
  loginMailAddress: 'history.value_loginMailAddress',
  userId: 'common.userId',
  all: 'history.value_all',
  userCode: 'history.value_userCode',
  card: 'history.value_card',
  cardAndUserCode: 'history.value_cardAndUserCode',
  cardAndPassword: 'history.value_cardAndPassword',
  every: 'history.value_every',
  local: 'history.value_local',
  plain: 'history.value_plain',
  coloured: 'history.value_coloured',
  delivered: 'history.value_delivered',
  waiting: 'history.value_waiting',
  proven: 'history.value_proven',
  missing: 'history.value_missing',
};
/** The fields that hold such words; names and texts of people never read as one of them. */
const worded =
  /(?:^|\.)(?:status|state|roles|action|availableRoles|siteLoginType|mfpLoginTypeOption|defaultMfpLoginType|characters|cardLoginFactor|cardLoginMode|headerStyle|accounts)$/;

const regions: Readonly<Record<string, TextKey>> = {
  na: 'history.region_na',
  eu: 'history.region_eu',
  jp: 'history.region_jp',
  kr: 'history.region_kr',
  la: 'history.region_la',
  as: 'history.region_as',
};

function named(language: string, type: 'language' | 'region', code: string): string {
  try {
    return new Intl.DisplayNames(language, { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

/**
 * A value in words where its field's name says what it is: a moment, a duration, a language, a country, a state. Undefined
 * where it says nothing.
 */
export function usualWords({ t, language, showTime }: Reader, field: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (Array.isArray(value)) {
    if (value.length === 0 || !value.every((one) => typeof one === 'string') || !worded.test(field)) return undefined;
    return value.map((one) => usualWords({ t, language, showTime }, field, one) ?? one).join(', ');
  }
  if (typeof value === 'number') {
    if (/Minutes$/.test(field)) return unit(language, value, 'minute');
    if (/Days(?:Before)?$/.test(field)) return unit(language, value, 'day');
    return new Intl.NumberFormat(language).format(value);
  }
  if (typeof value !== 'string') return undefined;
  if (/(?:At|Until|Since)$/.test(field) && MOMENT.test(value)) return showTime(new Date(value));
  if (field === 'locale') return languages.includes(value as Language) ? named(language, 'language', value) : value;
  if (field === 'country') return named(language, 'region', value);
  const words = field === 'region' ? regions[value] : worded.test(field) ? values[value] : undefined;
  return words && t(words);
}

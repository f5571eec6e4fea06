import type { TextKey, Translate } from '../../../i18n/keys.ts';
import type { PolicyDifference, PolicyField } from './draft.ts';
import { differenceWords } from './words.ts';

type Sentence = (t: Translate, value: number) => string;

/** A setting that is a number. */
const counted =
  (key: TextKey): Sentence =>
  (t, count) =>
    t(key, { count });
type Switch = Record<'on' | 'off', TextKey>;

/** What is so from now on, for the settings whose values say it best in a sentence; `none`: the value is switched off. */
const sentences: Partial<Record<PolicyField, { some: Sentence; none?: TextKey }>> = {
  'passwordPolicy.minLength': { some: counted('policy.now_minLength') },
  'passwordPolicy.history': { some: counted('policy.now_history'), none: 'policy.now_noHistory' },
  'passwordPolicy.expiresAfterDays': { some: counted('policy.now_expires'), none: 'policy.now_noExpiry' },
  'passwordExpirationPolicy.noticeDaysBefore': { some: counted('policy.now_notice'), none: 'policy.now_noNotice' },
  'accountLockPolicy.failures': { some: counted('policy.now_failures') },
  'accountLockPolicy.lockMinutes': { some: counted('policy.now_lockMinutes'), none: 'policy.now_lockForever' },
  'sessionPolicy.idleMinutes': { some: counted('policy.now_idle') },
  'sessionPolicy.reauthenticationMinutes': { some: counted('policy.now_reauthentication') },
};

const switches: Partial<Record<PolicyField, Switch>> = {
  'accountLockPolicy.enabled': { on: 'policy.now_lockOn', off: 'policy.now_lockOff' },
  'loginPolicy.userSelect': { on: 'policy.now_selectOn', off: 'policy.now_selectOff' },
  'loginPolicy.saml': { on: 'policy.now_samlOn', off: 'policy.now_samlOff' },
  'loginPolicy.oidc.enabled': { on: 'policy.now_oidcOn', off: 'policy.now_oidcOff' },
  'loginPolicy.mfa.enabled': { on: 'policy.now_mfaOn', off: 'policy.now_mfaOff' },
  'loginPolicy.mfa.siteEnforceMfa.enabled': { on: 'policy.now_enforceOn', off: 'policy.now_enforceOff' },
  'loginPolicy.userCode.enabled': { on: 'policy.now_pinsOn', off: 'policy.now_pinsOff' },
  'loginPolicy.onpremiseId.enabled': { on: 'policy.now_cardsOn', off: 'policy.now_cardsOff' },
};

/** What a saved difference means, true for the very setting; others are said as before and after. */
export function nowWords(t: Translate, language: string, difference: PolicyDifference): string {
  const { field, after } = difference;
  const sentence = sentences[field as PolicyField];
  if (sentence && typeof after === 'number' && after > 0) return sentence.some(t, after);
  if (sentence?.none && !after) return t(sentence.none);
  const named = switches[field as PolicyField];
  if (named && typeof after === 'boolean') return t(named[after ? 'on' : 'off']);
  return `${differenceWords(t, language, difference)}.`;
}

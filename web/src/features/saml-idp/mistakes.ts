import {
  isEntityId,
  isRelayState,
  MAX_ENTITY_ID_LENGTH,
  MAX_RELAY_STATE_BYTES,
  MAX_SP_DISPLAY_NAME_LENGTH,
  samlAddressMistake,
} from '#contract/apps/saml-idp-values.ts';
import { nameMistakeOf } from '../../base/name-mistake.ts';
import type { Translate } from '../../i18n/keys.ts';

export const nameMistake = nameMistakeOf(MAX_SP_DISPLAY_NAME_LENGTH);

export const entityIdMistake = (t: Translate, text: string): string | undefined =>
  isEntityId(text.trim()) ? undefined : t('samlIdp.entityIdWrong', { most: MAX_ENTITY_ID_LENGTH });

export const addressMistake = (t: Translate, text: string): string | undefined => {
  const mistake = samlAddressMistake(text.trim());
  return mistake ? t(mistake === 'https' ? 'samlIdp.addressHttps' : 'samlIdp.addressPlain') : undefined;
};

export const relayStateMistake = (t: Translate, text: string): string | undefined =>
  isRelayState(text) ? undefined : t('samlIdp.relayStateWrong', { most: MAX_RELAY_STATE_BYTES });

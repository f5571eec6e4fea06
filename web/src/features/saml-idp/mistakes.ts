import {
  isEntityId,
  isRelayState,
  MAX_ENTITY_ID_LENGTH,
  MAX_RELAY_STATE_BYTES,
  MAX_SP_DISPLAY_NAME_LENGTH,
  samlAddressMistake,
} from '#contract/apps/saml-idp-values.ts';
import { codePointLength } from '#contract/rules.ts';
import { isVisibleName } from '#contract/visible-name.ts';
import type { Translate } from '../../i18n/keys.ts';

export function nameMistake(t: Translate, name: string): string | undefined {
  if (codePointLength(name.trim()) > MAX_SP_DISPLAY_NAME_LENGTH)
    return t('samlIdp.tooLong', { most: MAX_SP_DISPLAY_NAME_LENGTH });
  return isVisibleName(name) ? undefined : t('samlIdp.nameInvisible');
}

export const entityIdMistake = (t: Translate, text: string): string | undefined =>
  isEntityId(text.trim()) ? undefined : t('samlIdp.entityIdWrong', { most: MAX_ENTITY_ID_LENGTH });

export const addressMistake = (t: Translate, text: string): string | undefined => {
  const mistake = samlAddressMistake(text.trim());
  return mistake ? t(mistake === 'https' ? 'samlIdp.addressHttps' : 'samlIdp.addressPlain') : undefined;
};

export const relayStateMistake = (t: Translate, text: string): string | undefined =>
  isRelayState(text) ? undefined : t('samlIdp.relayStateWrong', { most: MAX_RELAY_STATE_BYTES });

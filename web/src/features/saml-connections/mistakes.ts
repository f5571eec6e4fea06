import {
  isEntityId,
  isSamlId,
  isSsoUrl,
  isTrustedOrigin,
  MAX_ATTRIBUTE_NAME_LENGTH,
  MAX_SAML_ID_LENGTH,
} from '#contract/federation/saml-values.ts';
import { codePointLength } from '#contract/rules.ts';
import type { Translate } from '../../i18n/keys.ts';

export const idMistake = (t: Translate, id: string, taken: readonly string[] = []): string | undefined => {
  if (!isSamlId(id)) return t('samlConnections.idWrong', { most: MAX_SAML_ID_LENGTH });
  const isTaken = taken.some((other) => other.toLowerCase() === id.toLowerCase());
  return isTaken ? t('samlConnections.idTaken') : undefined;
};

export const entityIdMistake = (t: Translate, text: string): string | undefined =>
  isEntityId(text.trim()) ? undefined : t('samlConnections.entityIdWrong');

export const ssoUrlMistake = (t: Translate, text: string): string | undefined =>
  isSsoUrl(text.trim()) ? undefined : t('samlConnections.ssoUrlWrong');

export const sloUrlMistake = (t: Translate, text: string): string | undefined =>
  text.trim() === '' ? undefined : ssoUrlMistake(t, text);

export const originMistake = (t: Translate, text: string): string | undefined =>
  text.trim() === '' || isTrustedOrigin(text.trim()) ? undefined : t('samlConnections.originWrong');

export const attributeMistake = (t: Translate, name: string): string | undefined =>
  codePointLength(name.trim()) > MAX_ATTRIBUTE_NAME_LENGTH
    ? t('common.tooLong', { most: MAX_ATTRIBUTE_NAME_LENGTH })
    : undefined;

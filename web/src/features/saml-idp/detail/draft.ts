import { MAX_ATTRIBUTE_NAME_LENGTH } from '#contract/apps/saml-idp-values.ts';
import type { SamlSpInput } from '#contract/apps/saml-idp.ts';
import { codePointLength } from '#contract/rules.ts';
import type { FormFields } from '../../../base/editing/editing.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { addressMistake, entityIdMistake, nameMistake, relayStateMistake } from '../mistakes.ts';
import type { Sp } from '../queries.ts';

/** A service provider as its page has it. Empty texts stand for none. */
export type Draft = Omit<SamlSpInput, 'relayState' | 'logoutUrl' | 'metadataUrl'> & {
  relayState: string;
  logoutUrl: string;
  metadataUrl: string;
};

export const draftOf = (sp: Sp): Draft => ({
  displayName: sp.displayName,
  entityId: sp.entityId,
  acsUrl: sp.acsUrl,
  relayState: sp.relayState ?? '',
  logoutUrl: sp.logoutUrl ?? '',
  metadataUrl: sp.metadataUrl ?? '',
  signingOption: sp.signingOption,
  nameIdFormat: sp.nameIdFormat,
  authnRequestsSigned: sp.authnRequestsSigned,
  enabled: sp.enabled,
  attributeStatements: sp.attributeStatements,
});

export const spForm: FormFields<Draft> = {
  sent: (draft, field) => {
    if (field === 'relayState') return draft.relayState || null;
    if (field === 'logoutUrl' || field === 'metadataUrl') return draft[field].trim() || null;
    if (field === 'displayName' || field === 'entityId' || field === 'acsUrl') return draft[field].trim();
    if (field === 'attributeStatements')
      return draft.attributeStatements.map((one) => ({ ...one, name: one.name.trim() }));
    return draft[field];
  },
};

/** What is wrong with the name of one of the attributes. */
export function attributeMistake(t: Translate, { attributeStatements }: Draft, at: number): string | undefined {
  const name = attributeStatements[at]?.name.trim() ?? '';
  if (name === '') return t('samlIdp.attributeEmpty');
  if (codePointLength(name) > MAX_ATTRIBUTE_NAME_LENGTH)
    return t('common.tooLong', { most: MAX_ATTRIBUTE_NAME_LENGTH });
  return attributeStatements.some((other, place) => place < at && other.name.trim() === name)
    ? t('samlIdp.attributeTwice')
    : undefined;
}

/** Whether a draft can be sent. */
export const isSound = (t: Translate, draft: Draft): boolean =>
  draft.displayName.trim() !== '' &&
  !nameMistake(t, draft.displayName) &&
  !entityIdMistake(t, draft.entityId) &&
  !addressMistake(t, draft.acsUrl) &&
  !relayStateMistake(t, draft.relayState) &&
  (draft.metadataUrl.trim() === '' || !addressMistake(t, draft.metadataUrl)) &&
  (draft.logoutUrl.trim() === '' || !addressMistake(t, draft.logoutUrl)) &&
  draft.attributeStatements.every((_, at) => !attributeMistake(t, draft, at));

import type { FormFields } from '../../../base/editing/editing.ts';
import { nameMistake } from '../../../base/federation/typed-name.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { attributeMistake, entityIdMistake, originMistake, sloUrlMistake, ssoUrlMistake } from '../mistakes.ts';
import type { Connection } from '../queries.ts';

/** A connection as its page has it. `enabled` is changed in the head. */
export type Draft = Pick<
  Connection,
  | 'displayName'
  | 'entityId'
  | 'ssoUrl'
  | 'sloUrl'
  | 'signRequests'
  | 'acceptsCbc'
  | 'metadataUrl'
  | 'idpInitiated'
  | 'enabled'
  | 'trustedOrigin'
  | 'jitProvisioning'
  | AttributeField
>;

/** The fields that name the attributes of which a new user is made. */
export const attributeFields = ['mailAddressAttribute', 'familyNameAttribute', 'givenNameAttribute'] as const;
export type AttributeField = (typeof attributeFields)[number];

export const draftOf = (connection: Connection): Draft => ({
  displayName: connection.displayName,
  entityId: connection.entityId,
  ssoUrl: connection.ssoUrl,
  sloUrl: connection.sloUrl,
  signRequests: connection.signRequests,
  acceptsCbc: connection.acceptsCbc,
  metadataUrl: connection.metadataUrl,
  idpInitiated: connection.idpInitiated,
  mailAddressAttribute: connection.mailAddressAttribute,
  familyNameAttribute: connection.familyNameAttribute,
  givenNameAttribute: connection.givenNameAttribute,
  enabled: connection.enabled,
  trustedOrigin: connection.trustedOrigin,
  jitProvisioning: connection.jitProvisioning,
});

export const connectionForm: FormFields<Draft> = {
  sent: (draft, field) => {
    const value = draft[field];
    if ((field === 'sloUrl' || field === 'trustedOrigin' || field === 'metadataUrl') && value === '') return null;
    return typeof value === 'string' ? value.trim() : value;
  },
};

/** Whether a draft can be sent. */
export const isSound = (t: Translate, draft: Draft): boolean =>
  draft.displayName.trim() !== '' &&
  !nameMistake(t, draft.displayName) &&
  !entityIdMistake(t, draft.entityId) &&
  !ssoUrlMistake(t, draft.ssoUrl) &&
  !sloUrlMistake(t, draft.sloUrl ?? '') &&
  !sloUrlMistake(t, draft.metadataUrl ?? '') &&
  !originMistake(t, draft.trustedOrigin ?? '') &&
  attributeFields.every((field) => !attributeMistake(t, draft[field]));

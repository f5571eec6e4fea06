import type { Exceptions } from './glossary.ts';

const standard = 'the name OpenID Connect has for it';
const provider = 'the provider calls what it offers a service';
const words = 'the words on the page of the product';

/** Texts that may break a row of the glossary, each with its reason. */
export const exceptions: Exceptions = {
  'en:errors.logout_not_delivered': standard,
  'ja:errors.logout_not_delivered': standard,
  'en:logs.field_backchannelLogoutUri': standard,
  'ja:logs.field_backchannelLogoutUri': standard,
  'en:logs.field_frontchannelLogoutUri': standard,
  'ja:logs.field_frontchannelLogoutUri': standard,
  'en:events.service.created': provider,
  'en:events.service.changed': provider,
  'en:history.target_service': provider,
  'en:provisioning.guide_aad_1': words,
  'en:provisioning.guide_aad_2': words,
  'en:provisioning.guide_aad_3': words,
  'en:provisioning.guide_okta_1': words,
  'ja:provisioning.guide_aad_1': words,
  'ja:provisioning.guide_aad_2': words,
  'ja:provisioning.guide_aad_3': words,
  'ja:provisioning.guide_aad_4': words,
  'ja:provisioning.guide_okta_2': words,
};

import type { KeyUse } from '../../platform/secrets/keyring.ts';
import { life } from './paths.ts';

/** The provider's keys for tokens: ES256 for all, RS256 for relying parties that support nothing else. */
export const oauthKeys: KeyUse = {
  purpose: 'oauth',
  algorithms: ['ES256', 'RS256'],
  // Until the last token that one signed has expired, plus a margin for slow clocks.
  shownMillis: 2 * life.idToken * 1000,
};

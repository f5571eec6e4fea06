import { MOST_KEYS, type PublicKey, readKeys } from '#contract/apps/client-keys.ts';
import { claimsMistake } from '#contract/apps/claim-values.ts';
import type { FormFields } from '../../../base/editing/editing.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { linesOf, nameMistake } from '../../../base/apps/app-input.ts';
import { backchannelMistake, homepageMistake, redirectsMistake } from '../addresses.ts';
import type { App } from '../queries.ts';

type Typed = {
  name: string;
  /** One address a line. */
  redirectUris: string;
  postLogoutRedirectUris: string;
  /** Empty: none. */
  homepageUri: string;
  backchannelLogoutUri: string;
  frontchannelLogoutUri: string;
  /** A JWKS as pasted. */
  jwks: string;
  jwksUri: string;
};
type Chosen = Pick<
  App,
  | 'applicationType'
  | 'tokenEndpointAuthMethod'
  | 'grantTypes'
  | 'scopes'
  | 'idTokenSignedResponseAlg'
  | 'pkce'
  | 'requiresMfa'
  | 'dpopBound'
  | 'claims'
  | 'apis'
  | 'disabled'
>;
/** An app as its page has it. `disabled` is changed in the menu, and sent with the rest. */
export type Draft = Typed & Chosen;

export const draftOf = (app: App): Draft => ({
  name: app.name,
  homepageUri: app.homepageUri ?? '',
  applicationType: app.applicationType,
  tokenEndpointAuthMethod: app.tokenEndpointAuthMethod,
  grantTypes: app.grantTypes,
  redirectUris: app.redirectUris.join('\n'),
  postLogoutRedirectUris: app.postLogoutRedirectUris.join('\n'),
  scopes: app.scopes,
  idTokenSignedResponseAlg: app.idTokenSignedResponseAlg,
  pkce: app.pkce,
  requiresMfa: app.requiresMfa,
  dpopBound: app.dpopBound,
  backchannelLogoutUri: app.backchannelLogoutUri ?? '',
  frontchannelLogoutUri: app.frontchannelLogoutUri ?? '',
  jwks: app.jwks.length > 0 ? JSON.stringify({ keys: app.jwks }, null, 2) : '',
  jwksUri: app.jwksUri ?? '',
  claims: app.claims,
  apis: app.apis,
  disabled: app.disabled,
});

export const usesBrowser = ({ grantTypes }: Pick<Draft, 'grantTypes'>) => grantTypes.includes('authorization_code');

const none = (text: string) => text.trim() === '';

export const usesKeys = ({ tokenEndpointAuthMethod }: Pick<Draft, 'tokenEndpointAuthMethod'>) =>
  tokenEndpointAuthMethod === 'private_key_jwt';

function keysOf(text: string): PublicKey[] {
  const keys = readKeys(text);
  return typeof keys === 'string' ? [] : keys;
}

/** What is wrong with pasted keys. */
export function keysMistake(t: Translate, text: string): string | undefined {
  if (none(text)) return undefined;
  const keys = readKeys(text);
  return typeof keys === 'string' ? t(`oauthApps.keys_${keys}`, { most: MOST_KEYS }) : undefined;
}

/** Whether an app that proves itself by its key has either keys or their address. */
export const hasKeys = (draft: Draft): boolean => none(draft.jwks) !== none(draft.jwksUri);

function apisSent({ apis, grantTypes }: Draft): Draft['apis'] {
  if (grantTypes.includes('client_credentials')) return apis;
  return apis.flatMap((api) => (api.scopes.length > 0 ? [{ ...api, ownScopes: [] }] : []));
}

export const appForm: FormFields<Draft> = {
  sent: (draft, field) => {
    // Without sign-in in a browser there is nowhere to go back to.
    if (field === 'redirectUris') return usesBrowser(draft) ? linesOf(draft.redirectUris) : [];
    if (field === 'jwks') return usesKeys(draft) && !none(draft.jwks) ? keysOf(draft.jwks) : [];
    if (field === 'jwksUri') return usesKeys(draft) ? draft.jwksUri.trim() || null : null;
    // Without acting as itself it has nothing of its own.
    if (field === 'apis') return apisSent(draft);
    if (field === 'postLogoutRedirectUris') return linesOf(draft.postLogoutRedirectUris);
    if (field === 'name') return draft.name.trim();
    if (field === 'homepageUri' || field === 'backchannelLogoutUri' || field === 'frontchannelLogoutUri')
      return draft[field].trim() || null;
    return draft[field];
  },
};

/** Whether a draft can be sent. */
function isSound(t: Translate, draft: Draft): boolean {
  const { applicationType, redirectUris, postLogoutRedirectUris } = draft;
  return (
    !none(draft.name) &&
    !nameMistake(t, draft.name) &&
    draft.grantTypes.some((type) => type !== 'refresh_token') &&
    draft.scopes.length > 0 &&
    claimsMistake(draft.claims) === null &&
    (!usesBrowser(draft) || (!none(redirectUris) && !redirectsMistake(t, redirectUris, applicationType))) &&
    !redirectsMistake(t, postLogoutRedirectUris, applicationType) &&
    (!usesKeys(draft) ||
      (hasKeys(draft) &&
        !keysMistake(t, draft.jwks) &&
        (none(draft.jwksUri) || !backchannelMistake(t, draft.jwksUri)))) &&
    (none(draft.homepageUri) || !homepageMistake(t, draft.homepageUri)) &&
    (none(draft.frontchannelLogoutUri) || !homepageMistake(t, draft.frontchannelLogoutUri)) &&
    (none(draft.backchannelLogoutUri) || !backchannelMistake(t, draft.backchannelLogoutUri))
  );
}

/** What keeps a draft from being saved: a new claim is nothing to correct while its name is not typed. */
export function invalidity(t: Translate, draft: Draft): boolean | 'incomplete' {
  if (isSound(t, draft)) return false;
  return !isSound(t, { ...draft, claims: draft.claims.filter(({ name }) => name !== '') }) || 'incomplete';
}

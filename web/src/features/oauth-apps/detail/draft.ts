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
};
type Chosen = Pick<
  App,
  | 'applicationType'
  | 'tokenEndpointAuthMethod'
  | 'grantTypes'
  | 'scopes'
  | 'idTokenSignedResponseAlg'
  | 'pkce'
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
  backchannelLogoutUri: app.backchannelLogoutUri ?? '',
  frontchannelLogoutUri: app.frontchannelLogoutUri ?? '',
  claims: app.claims,
  apis: app.apis,
  disabled: app.disabled,
});

export const usesBrowser = ({ grantTypes }: Pick<Draft, 'grantTypes'>) => grantTypes.includes('authorization_code');

export const appForm: FormFields<Draft> = {
  sent: (draft, field) => {
    // Without sign-in in a browser there is nowhere to go back to.
    if (field === 'redirectUris') return usesBrowser(draft) ? linesOf(draft.redirectUris) : [];
    if (field === 'postLogoutRedirectUris') return linesOf(draft.postLogoutRedirectUris);
    if (field === 'name') return draft.name.trim();
    if (field === 'homepageUri' || field === 'backchannelLogoutUri' || field === 'frontchannelLogoutUri')
      return draft[field].trim() || null;
    return draft[field];
  },
};

const none = (text: string) => text.trim() === '';

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

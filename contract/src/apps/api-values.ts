// Without zod, so that pages check while one types what the server checks.

export const MOST_APIS = 100;
export const MOST_API_SCOPES = 50;
export const MAX_SCOPE_LENGTH = 100;
export const MAX_SCOPE_DESCRIPTION_LENGTH = 200;
export const MAX_AUDIENCE_LENGTH = 300;
/** APIs that an app may use, and apps that may check the tokens of an API. */
export const MOST_APIS_OF_APP = 30;
export const MOST_CHECKING_APPS = 20;

/** Why an audience is refused; pages have a sentence for each. */
export type AudienceMistake = 'form' | 'tenant' | 'ours';

/**
 * What is wrong with the audience of a tenant's API. All tenants share one issuer, so an audience names its tenant:
 * `api://<tenant ID>/…`, or https with the tenant ID first in its path. Then no other tenant can have it
 * (docs/decisions/0230). `origin`: this server's, which is not a tenant's.
 */
export function audienceMistake(audience: string, tenantId: string, origin: string): AudienceMistake | null {
  if (audience.length > MAX_AUDIENCE_LENGTH || !/^(api|https):\/\/[a-zA-Z0-9.:/_~-]+$/.test(audience)) return 'form';
  const url = URL.parse(audience);
  // One text for one audience: tokens are compared letter by letter.
  if (!url || (url.href !== audience && url.href !== `${audience}/`) || url.username) return 'form';
  if (url.protocol === 'https:' && url.origin === origin) return 'ours';
  const named = url.protocol === 'api:' ? url.host : url.pathname.split('/')[1];
  return named === tenantId ? null : 'tenant';
}

/** Names that mean something at Portico itself. */
const ours = /^(openid|profile|email|address|phone|offline_access|services|portal:.*)$/;

/** Whether a name can be that of a scope of a tenant's API. */
export const isApiScope = (name: string): boolean =>
  name.length <= MAX_SCOPE_LENGTH && /^[A-Za-z0-9][A-Za-z0-9._:/-]*$/.test(name) && !ours.test(name);

export interface ApiScope {
  name: string;
  /** The sentence that users read when an app asks for it. */
  description: string;
}

/** What an app may have of an API. */
export interface ApiOfApp {
  audience: string;
  /** On behalf of users, who consent to it. */
  scopes: readonly string[];
  /** As itself, by client credentials. */
  ownScopes: readonly string[];
}

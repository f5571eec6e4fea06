import type { Artifact, Context } from 'oidc-provider';
import type { SignInFacts } from '../../platform/http/known-accounts.ts';

/** How the user of an access token had signed in (RFC 9068 section 2.2.1, RFC 9470 section 6): as the code was given. */
export function signInFacts({ oidc }: Context, token: Pick<Artifact, 'kind'>): SignInFacts | undefined {
  if (token.kind !== 'AccessToken') return undefined;
  const { AuthorizationCode: code, RefreshToken: refresh, DeviceCode: device } = oidc.entities;
  return toFacts(code ?? refresh ?? device ?? {});
}

export const toFacts = ({ acr, amr, authTime }: Pick<Partial<Artifact>, 'acr' | 'amr' | 'authTime'>): SignInFacts => ({
  ...(acr !== undefined && { acr }),
  ...(amr && amr.length > 0 && { amr }),
  ...(authTime !== undefined && { auth_time: authTime }),
});

/** The same of a token that we signed. */
export function readFacts({ acr, amr, auth_time: at }: Record<string, unknown>): SignInFacts {
  return {
    ...(typeof acr === 'string' && { acr }),
    ...(Array.isArray(amr) && { amr: amr.map(String) }),
    ...(typeof at === 'number' && { auth_time: at }),
  };
}

import type { ExternalAccount } from '#contract/federation/me-external-accounts.ts';
import type { connectOpenidAccount } from '#contract/federation/openid-connections.ts';
import type { connectSamlAccount } from '#contract/federation/saml-sign-in.ts';
import type { OfferedProvider } from '#contract/sign-in/login.ts';
import type { FederatedLoginType } from '#contract/sign-in/login-types.ts';
import { call } from '../../../api/call.ts';

const byOpenid = (opId: string) =>
  call<typeof connectOpenidAccount>({ method: 'POST', path: '/api/auth/oidc/rp/connect', body: { opId } });

const bySaml = (samlId: string) =>
  call<typeof connectSamlAccount>({ method: 'POST', path: '/api/auth/saml/sp/connect', body: { samlId } });

/** How an account is linked at a provider of each kind. */
const departures: Record<FederatedLoginType, (id: string) => Promise<{ url: string }>> = {
  oidc: byOpenid,
  office365: byOpenid,
  cybozu: byOpenid,
  saml: bySaml,
};

/** The providers at which no account is linked yet. */
export const linkableOf = (offered: readonly OfferedProvider[], accounts: readonly ExternalAccount[]) =>
  offered.filter(({ type, id }) => !accounts.some((account) => account.opId === id && account.type === type));

/** Leaves for a provider, which sends the browser back to this page. */
export async function leaveToLink({ type, id }: OfferedProvider): Promise<void> {
  location.assign((await departures[type](id)).url);
}

import type { requestOpenidSignIn } from '#contract/federation/openid-connections.ts';
import type { requestSamlSignIn } from '#contract/federation/saml-sign-in.ts';
import type { OfferedProvider } from '#contract/sign-in/login.ts';
import type { FederatedLoginType } from '#contract/sign-in/login-types.ts';
import { call } from '../../../api/call.ts';
import { localStore, sessionStore } from '../../../session/storage.ts';
import { localKeys, sessionKeys } from '../../../session/storage-keys.ts';

type Choice = Pick<OfferedProvider, 'type' | 'id'> & { tenantId: string };

const post = { method: 'POST', noAuth: true } as const;

const byOpenid = ({ tenantId, id }: Choice) =>
  call<typeof requestOpenidSignIn>({ ...post, path: '/api/auth/oidc/rp/request', body: { tenantId, opId: id } });

const bySaml = ({ tenantId, id }: Choice) =>
  call<typeof requestSamlSignIn>({ ...post, path: '/api/auth/saml/sp/request', body: { tenantId, samlId: id } });

/** How a sign-in begins at a provider of each kind. */
const departures: Record<FederatedLoginType, (choice: Choice) => Promise<{ url: string }>> = {
  oidc: byOpenid,
  office365: byOpenid,
  cybozu: byOpenid,
  saml: bySaml,
};

/** The one chosen last comes first. */
export function inOrder(tenantId: string, providers: readonly OfferedProvider[]): OfferedProvider[] {
  const last = localStore.read<Partial<Choice>>(localKeys.provider);
  const isLast = ({ type, id }: OfferedProvider) => last?.tenantId === tenantId && last.type === type && last.id === id;
  return [...providers.filter(isLast), ...providers.filter((provider) => !isLast(provider))];
}

/** Leaves for a provider. Where the page was asked to go stays in this tab until the browser is back. */
export async function leaveFor({ type, id, tenantId }: Choice): Promise<void> {
  const { url } = await departures[type]({ type, id, tenantId });
  sessionStore.write(sessionKeys.relayState, location.search);
  localStore.write(localKeys.provider, { type, id, tenantId });
  location.assign(url);
  // The button stays busy: the page is being left.
  return new Promise(() => {});
}

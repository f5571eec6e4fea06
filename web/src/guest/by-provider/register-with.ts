import type { requestRegisterOpenidUser, requestRegisterSamlUser } from '#contract/federation/register-by-provider.ts';
import type { SentBodyOf } from '#contract/route.ts';
import type { OfferedProvider } from '#contract/sign-in/login.ts';
import { call } from '../../api/call.ts';
import { sessionStore } from '../../session/storage.ts';
import { sessionKeys } from '../../session/storage-keys.ts';

export type Registering = Pick<SentBodyOf<typeof requestRegisterSamlUser>, 'temporaryCode' | 'userInfo'>;

/** Leaves for a provider, to complete a registration there. The sign-in page takes over when the browser is back. */
export async function registerWith({ type, id }: OfferedProvider, registering: Registering): Promise<void> {
  const post = { method: 'POST', noAuth: true } as const;
  const { url } =
    type === 'saml'
      ? await call<typeof requestRegisterSamlUser>({
          ...post,
          path: '/api/auth/requestRegisterSamlUser',
          body: { samlId: id, ...registering },
        })
      : await call<typeof requestRegisterOpenidUser>({
          ...post,
          path: '/api/auth/requestRegisterOpenidUser',
          body: { opId: id, ...registering },
        });
  sessionStore.remove(sessionKeys.relayState);
  location.assign(url);
  // The button stays busy: the page is being left.
  return new Promise(() => {});
}

import type { getMyTenant } from '#contract/site/my-tenant.ts';
import type { getMe, Me } from '#contract/sign-in/me.ts';
import type { AnswerOf } from '#contract/route.ts';
import { call } from '../api/call.ts';
import { sessionStore } from '../session/storage.ts';
import { sessionKeys } from '../session/storage-keys.ts';

export type MyTenant = AnswerOf<typeof getMyTenant>;

/** Who is signed in, asked now; kept for `cachedMe`. Throws an `ApiError`. */
export async function fetchMe(signal?: AbortSignal): Promise<Me> {
  const me = await call<typeof getMe>({ method: 'GET', path: '/api/auth/me', signal });
  sessionStore.write(sessionKeys.me, me);
  return me;
}

/** Who was signed in when last asked in this tab: for the first paint only, never to decide by. */
export function cachedMe(): Me | undefined {
  return sessionStore.read<Me>(sessionKeys.me);
}

/** The tenant of who is signed in, asked now; kept for `cachedTenant`. Throws an `ApiError`. */
export async function fetchTenant(signal?: AbortSignal): Promise<MyTenant> {
  const tenant = await call<typeof getMyTenant>({ method: 'GET', path: '/api/account/myTenant', signal });
  sessionStore.write(sessionKeys.tenant, tenant);
  return tenant;
}

/** The tenant when last asked in this tab: for the first paint only. */
export function cachedTenant(): MyTenant | undefined {
  return sessionStore.read<MyTenant>(sessionKeys.tenant);
}

import { sessionStore } from './storage.ts';
import { sessionKeys } from './storage-keys.ts';
import { forgetTokens } from './tokens.ts';
import { uniqueId } from './unique-id.ts';

/** How long a page that is just being left may still hold the tab's name. */
const PATIENCE_MS = 1000;

/**
 * Makes sure that this tab's tokens are its own. A duplicated tab starts with a copy of the session storage; were both
 * to use the copied refresh token, the server would take the second use for theft and end the sign-in. The tab holds a
 * lock named after its unique id while it lives: who cannot get it is a copy, drops the copied tokens and takes a new
 * id (its session cookie gets it tokens of its own without anybody noticing).
 */
export async function ownThisTab(): Promise<void> {
  if (!navigator.locks) return;
  const first = await hold(uniqueId(), AbortSignal.timeout(PATIENCE_MS));
  if (first) return;
  forgetTokens();
  sessionStore.remove(sessionKeys.uniqueId, sessionKeys.me, sessionKeys.tenant, sessionKeys.signIn);
  await hold(uniqueId(), AbortSignal.timeout(PATIENCE_MS));
}

/** Resolves once the lock is held (for as long as the page lives) or could not be had. */
function hold(name: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.locks
      .request(`portico-tab-${name}`, { signal }, () => {
        resolve(true);
        return new Promise<never>(() => {});
      })
      .catch(() => resolve(false));
  });
}

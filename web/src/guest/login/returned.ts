import { sessionStore } from '../../session/storage.ts';
import { sessionKeys } from '../../session/storage-keys.ts';

/** What a round by another identity provider came to (the fragment that the server goes on with). */
export type Returned = { exchangeCode: string } | { failure: string };

/**
 * Takes it out of the address at once, which becomes the one that the round began at, with the tenant named; null for
 * who comes from nowhere.
 */
export function takeReturned(): Returned | null {
  const told = new URLSearchParams(location.hash.slice(1));
  const exchangeCode = told.get('exchangeCode');
  const failure = told.get('federationError');
  if (exchangeCode === null && failure === null) return null;
  // A round that began at the provider says where it goes, whatever another one left in this tab.
  const begun = location.search || sessionStore.read<string>(sessionKeys.relayState);
  const search = new URLSearchParams(begun);
  sessionStore.remove(sessionKeys.relayState);
  const tenantId = told.get('tenantId');
  if (tenantId) search.set('tenantId', tenantId);
  history.replaceState(null, '', `${location.pathname}?${search}`);
  return exchangeCode === null ? { failure: failure ?? '' } : { exchangeCode };
}

import { sessionStore } from '../../session/storage.ts';
import { sessionKeys } from '../../session/storage-keys.ts';
import { type PartyState, partyStates, type Told } from './tell-pages.ts';

/** What the page shows once the browser is back from the identity provider. */
interface Kept {
  told: Told[];
  /** Of the app that asked for the sign-out. */
  back: string | null;
}

export const keep = (kept: Kept): void => sessionStore.write(sessionKeys.signedOut, kept);

const isState = (value: unknown): value is PartyState => partyStates.some((state) => state === value);

/** What was kept, with the provider's answer, once; null for an address that somebody made up. */
export function takeKept(answer: string | null): Kept | null {
  const kept = sessionStore.read<Kept>(sessionKeys.signedOut);
  sessionStore.remove(sessionKeys.signedOut);
  if (!kept || !isState(answer)) return null;
  return { ...kept, told: kept.told.map((one) => (one.state === 'pending' ? { ...one, state: answer } : one)) };
}

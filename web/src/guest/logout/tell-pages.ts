import { logOperation } from '../../api/log-operation.ts';
import type { Party } from '../../base/sign-out.ts';

/** Other services have this long to notice; somebody who signs out does not wait longer for them. */
const PATIENCE_MS = 4000;

function tell(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const frame = document.createElement('iframe');
    const end = (reached: boolean) => {
      clearTimeout(timer);
      resolve(reached);
    };
    const timer = setTimeout(() => end(false), PATIENCE_MS);
    frame.hidden = true;
    frame.onload = () => end(true);
    frame.src = address;
    document.body.append(frame);
  });
}

/** What is known of a party: of one in a frame that its page has loaded, of an identity provider what it answered. */
export const partyStates = [
  'pending',
  'answered',
  'silent',
  'background',
  'skipped',
  'done',
  'partial',
  'refused',
  'unproven',
] as const;
export type PartyState = (typeof partyStates)[number];
export interface Told {
  name: string;
  state: PartyState;
}

const isPage = (address: string) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

/** The identity provider that the browser goes to: an address that is a page's. */
export const providerOf = (parties: readonly Party[]): { name: string; uri: string } | undefined =>
  parties.flatMap(({ how, name, uri }) => (how === 'browser' && uri && isPage(uri) ? [{ name, uri }] : []))[0];

/**
 * Opens the sign-out pages of other services out of sight (OpenID Connect Front-Channel Logout 1.0, SAML), all at a time.
 * The identity provider is left, which the browser itself goes to.
 */
export async function tellPages(parties: readonly Party[]): Promise<Told[]> {
  const told = await Promise.all(
    parties.map(async ({ name, how, uri }): Promise<Told> => {
      if (how === 'background') return { name, state: 'background' };
      if (how === 'browser') return { name, state: 'pending' };
      return { name, state: uri && isPage(uri) && (await tell(uri)) ? 'answered' : 'silent' };
    }),
  );
  if (told.some(({ state }) => state === 'silent'))
    logOperation({ screenName: 'logout', userAction: 'logout', errorMessage: 'logout timeout' });
  return told;
}

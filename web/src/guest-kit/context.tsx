import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';
import type { Environment, Region } from '#contract/region.ts';
import type { GuestLook } from '#contract/site/theme.ts';
import type { Translate } from '../i18n/keys.ts';

/** What the server knows when it answers a guest page; it stands in the page as JSON (`__PAGE_DATA__`). */
export type PageData = {
  /** The look of the tenant that the address names, or of the account used last here; the page came in it. */
  look?: GuestLook;
  /** The app that is signed in to, by its registered name. */
  app?: string;
  region?: Region;
  /** Where people try things; absent where the product serves customers. */
  environment?: Environment;
  privacyPolicy?: { group: string; japan: string };
  generalSiteUrl?: string;
  /** Instructions for authenticator apps. */
  authenticatorHelpUrl?: string;
  /** Other origins that may be returned to after signing in. */
  allowedReturnOrigins?: readonly string[];
};

export type Guest = { language: string; product: string; t: Translate; data: PageData };

const GuestContext = createContext<Guest | null>(null);

export function GuestProvider({ guest, children }: { guest: Guest; children: ReactNode }) {
  return <GuestContext value={guest}>{children}</GuestContext>;
}

/** The page's language, product name, texts and the server's data. */
export function useGuest(): Guest {
  const guest = useContext(GuestContext);
  if (!guest) throw new Error('a guest page renders inside GuestProvider');
  return guest;
}

const never = () => () => {};

/** False while the prerendered page wakes up, true from then on: what depends on the browser waits for it. */
export function useAwake(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** The address's query; null while prerendered, because the page is the same for every address. */
export function useQuery(): URLSearchParams | null {
  const search = useSyncExternalStore(
    never,
    () => location.search,
    () => null,
  );
  return search === null ? null : new URLSearchParams(search);
}

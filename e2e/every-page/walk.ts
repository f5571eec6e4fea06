import type { Page } from 'playwright-core';
import type { TextParams } from '#messages/catalog.ts';
import type { Portico } from '../support/portico.ts';
import type { Cast } from './cast.ts';

/** Tools to prepare a page. */
export interface Walker {
  page: Page;
  portico: Portico;
  cast: Cast;
  /** The words of the page's language. */
  t: (key: string, params?: TextParams) => string;
}

/** One page in one state. */
export interface WalkedPage {
  /** The guest page's name, or the path of the portal's route. */
  of: string;
  /** Its state; absent for the page as it opens. */
  state?: string;
  as: 'guest' | 'user' | 'admin';
  /** Its address; `address` finds that of an emailed link. */
  address: string | ((walker: Walker) => Promise<string>);
  /** Before the page is opened. */
  before?: (walker: Walker) => Promise<void>;
  /** Brings it into its state. */
  prepare?: (walker: Walker) => Promise<void>;
  /** The text that shows that it has loaded. */
  shows: string;
  /** True if something on it keeps loading. */
  busy?: true;
  /** True if it is loaded anew, because it is about what comes while a page loads that was seen at its address before. */
  loads?: true;
  /** Error statuses that its calls get on purpose. */
  refusals?: readonly number[];
}

/** Addresses of things that were made for the walk, by what made them: one thing is enough for all its states. */
const made = new WeakMap<Portico, Map<string, Promise<string>>>();

/** The address of a thing, made or found at the first call. */
export function onceMade(what: string, make: (walker: Walker) => Promise<string>) {
  return (walker: Walker): Promise<string> => {
    const known = made.get(walker.portico) ?? new Map<string, Promise<string>>();
    made.set(walker.portico, known);
    const address = known.get(what) ?? make(walker);
    known.set(what, address);
    // A retry makes another.
    address.catch(() => known.delete(what));
    return address;
  };
}

import type { Page } from 'playwright-core';
import type { TextParams } from '#messages/catalog.ts';
import type { Portico } from '../support/portico.ts';
import type { Cast } from './cast.ts';

/** What a page's preparation has at hand. */
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
  /** Which state of it; the page as it opens when absent. */
  state?: string;
  as: 'guest' | 'user' | 'admin';
  /** Where it is; the address of a mailed link is found by `address`. */
  address: string | ((walker: Walker) => Promise<string>);
  /** Before the page is opened. */
  before?: (walker: Walker) => Promise<void>;
  /** What brings it into its state. */
  prepare?: (walker: Walker) => Promise<void>;
  /** The text that shows that it is there. */
  shows: string;
  /** Something on it goes on loading for as long as it is looked at. */
  busy?: true;
  /** The statuses that its calls are refused with on purpose. */
  refusals?: readonly number[];
}

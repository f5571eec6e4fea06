import { textIn } from '#messages/catalog.ts';

/** The English texts of the pages, which journeys look for. */
export const say = textIn('en');

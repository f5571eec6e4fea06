import { textIn } from '#messages/catalog.ts';

/** The words of the pages, in English: what a person reads is what a journey looks for. */
export const say = textIn('en');

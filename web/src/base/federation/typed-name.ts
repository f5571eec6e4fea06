import { nameMistakeOf } from '../name-mistake.ts';

/** Of the name of an identity provider. */
export const nameMistake = nameMistakeOf(128);

/** An ID made of the name, until one is typed. */
export const idOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 32)
    .replace(/-+$/, '');

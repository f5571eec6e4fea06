import { MAX_CLIENT_NAME_LENGTH } from '#contract/apps/client-addresses.ts';
import { nameMistakeOf } from '../name-mistake.ts';

// What users who ask for an app and administrators who register one type in the same boxes.

/** Addresses typed one a line. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const nameMistake = nameMistakeOf(MAX_CLIENT_NAME_LENGTH);

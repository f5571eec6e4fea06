import type { HistoryWords } from './words.ts';

/** How the changes of a group read. */
export const groupHistory: HistoryWords = { target: 'group' };

import type { Area } from '../../i18n/keys.ts';

/** The texts that the history of any thing needs besides those of its own fields. */
export const historyAreas: readonly Area[] = ['history', 'events', 'sentences'];

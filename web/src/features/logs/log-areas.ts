import type { Area } from '../../i18n/keys.ts';

export const logAreas: readonly Area[] = ['logs', 'account', 'history', 'events'];
/** With those of all the things whose changed fields are named. */
export const systemLogAreas: readonly Area[] = [...logAreas, 'users', 'groups', 'devices', 'policy'];

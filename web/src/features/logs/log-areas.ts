import { historyAreas } from '../../base/history/areas.ts';
import type { Area } from '../../i18n/keys.ts';

export const logAreas: readonly Area[] = ['logs', 'account', ...historyAreas];
/** With those of all the things whose changed fields are named. */
export const systemLogAreas: readonly Area[] = [...logAreas, 'users', 'groups', 'devices', 'policy', 'saml'];

import type { HistoryWords } from './words.ts';
import { roleWords } from '../role-names.ts';
import { readChanges } from './read-user.ts';

/** How the changes of a user read. */
export const userHistory: HistoryWords = {
  target: 'user',
  read: readChanges,
  times: ['lockedUntil', 'registrationUrlMade', 'oneTimePasswordUntil'],
  values: {
    totp: { begun: 'users.appBegun', inUse: 'users.appInUse' },
    roles: roleWords,
    status: {
      registering: 'common.userStatus.registering',
      active: 'common.userStatus.active',
      inactive: 'common.userStatus.inactive',
      locked: 'common.userStatus.locked',
    },
  },
};

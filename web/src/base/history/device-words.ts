import { roleWords } from '../role-names.ts';
import { licensesAsList } from './read-user.ts';
import type { HistoryWords } from './words.ts';

/** How the changes of a device read. */
export const deviceHistory: HistoryWords = {
  target: 'device',
  read: (changes) =>
    Object.fromEntries(
      Object.entries(changes).map(([field, change]) => [
        field,
        /License/.test(field) ? licensesAsList(change) : change,
      ]),
    ),
  values: {
    roles: roleWords,
    credentialStatus: {
      none: 'devices.credential_none',
      issued: 'devices.credential_issued',
      active: 'devices.credential_active',
      revoked: 'devices.credential_revoked',
      cloned: 'devices.credential_cloned',
    },
  },
};

import type { HistoryWords } from './words.ts';

/** How the changes of an app that users are provided to read. */
export const targetHistory: HistoryWords = {
  target: 'provisioningTarget',
  values: {
    assignment: {
      everyone: 'history.assignment_everyone',
      app: 'history.assignment_app',
      groups: 'history.assignment_groups',
    },
    onRemoval: {
      deactivate: 'history.onRemoval_deactivate',
      delete: 'history.onRemoval_delete',
      leave: 'history.onRemoval_leave',
    },
  },
};

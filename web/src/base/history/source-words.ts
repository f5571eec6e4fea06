import type { HistoryWords } from './words.ts';

/** How the changes of a provisioning source read. */
export const sourceHistory: HistoryWords = {
  target: 'provisioningSource',
  values: {
    kind: { aad: 'history.source_aad', okta: 'history.source_okta', custom: 'history.source_custom' },
    adoption: {
      never: 'history.adoption_never',
      address: 'history.adoption_address',
      userId: 'history.adoption_userId',
    },
    deleteBehavior: {
      keep: 'history.onDelete_keep',
      deactivate: 'history.onDelete_deactivate',
      delete: 'history.onDelete_delete',
    },
  },
};

import type { HistoryWords } from './words.ts';

/** How the changes of an app that signs users in by SAML read. */
export const samlSpHistory: HistoryWords = {
  target: 'samlSp',
  values: {
    signingOption: {
      response: 'logs.signing_response',
      assertion: 'logs.signing_assertion',
      both: 'logs.signing_both',
    },
  },
};

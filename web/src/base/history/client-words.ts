import type { HistoryWords } from './words.ts';

/** How the changes of an app that signs users in read; why sign-outs did not arrive (contract, `logoutDelivery`) too. */
export const clientHistory: HistoryWords = {
  target: 'oauthClient',
  times: ['previousSecretUntil'],
  values: {
    access: { everyone: 'logs.access_everyone', assigned: 'logs.access_assigned' },
    logoutDelivery: {
      addressNotAllowed: 'logs.delivery_addressNotAllowed',
      nameNotFound: 'logs.delivery_nameNotFound',
      tls: 'logs.delivery_tls',
      timeout: 'logs.delivery_timeout',
      connection: 'logs.delivery_connection',
      interrupted: 'logs.delivery_interrupted',
      internal: 'logs.delivery_internal',
    },
  },
};

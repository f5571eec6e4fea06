import * as contract from '#contract/joining/registration-mails.ts';
import { handle } from '../../platform/http/serve.ts';
import { cancelMails, searchMails } from './registration-mails.ts';

export const registrationMailRoutes = [
  handle(contract.searchRegistrationMails, ({ tx, body, now }) => searchMails(tx, body, now)),
  handle(contract.cancelRegistrationMails, ({ tx, body, now, audit }) => cancelMails(tx, body, now, audit)),
];

import * as contract from '#contract/tenant/customize-mail.ts';
import { handle } from '../../platform/http/serve.ts';
import { customizeMail, listCustomizedMails, previewMail, sendTestMail } from './customize-mail.ts';

export const customizeMailRoutes = [
  handle(contract.listCustomizedMails, ({ tx, caller, query }) => listCustomizedMails(tx, caller, query)),
  handle(contract.customizeMail, ({ tx, caller, body, now, audit }) =>
    customizeMail(tx, caller, body, now, (changes) =>
      audit(tx, { targetId: body.locale ? `${body.type}/${body.locale}` : body.type, changes }),
    ),
  ),
  handle(contract.previewMail, ({ tools, tx, caller, body, now }) => previewMail(tools, tx, caller, body, now)),
  handle(contract.testMail, ({ tools, tx, caller, body, now }) => sendTestMail(tools, tx, caller, body, now)),
];

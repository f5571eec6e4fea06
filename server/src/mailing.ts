import { startMailRequests } from './sign-in/mail-requests/mail-requests.ts';
import { dataPaths } from './platform/config.ts';
import { createDevOutbox } from './platform/mail/dev-outbox.ts';
import { startMailSender } from './platform/mail/sender.ts';
import { createSmtpTransport } from './platform/mail/transport.ts';
import { createMailImages } from './tenant/branding/mail-look.ts';
import { requiresMailTls } from './platform/safety.ts';
import type { Tools } from './platform/tools.ts';

/** Sends the mails of this process, and makes those that strangers asked for. */
export function startMail(tools: Tools, stops: (() => Promise<unknown>)[]): void {
  const { config, log } = tools;
  const transport = config.SMTP_URL
    ? createSmtpTransport({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, requireTls: requiresMailTls(config) })
    : createDevOutbox(dataPaths(config.dataDir).outbox);
  const sender = startMailSender({
    pool: tools.db.pool,
    sealer: tools.sealer,
    transport,
    readImage: createMailImages(tools.db),
    onError: (error) => log.warn({ err: error }, 'mail'),
  });
  tools.wakeMail = sender.wake;
  stops.push(() => sender.stop());
  stops.push(startMailRequests(tools));
}

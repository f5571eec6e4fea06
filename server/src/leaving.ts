import { logoutKind } from './apps/oauth/backchannel.ts';
import { startWebhooks } from './logs/webhooks/worker.ts';
import { dataPaths } from './platform/config.ts';
import { type DeliveryWorker, type Kind, startDeliveries } from './platform/deliver/worker.ts';
import { createDevOutbox } from './platform/mail/dev-outbox.ts';
import { mailKind } from './platform/mail/kind.ts';
import { createSmtpTransport, type MailTransport } from './platform/mail/transport.ts';
import { requiresMailTls } from './platform/safety.ts';
import type { Tools } from './platform/tools.ts';
import { startTargets } from './provisioning/targets/worker.ts';
import { startMailRequests } from './sign-in/mail-requests/mail-requests.ts';
import { createMailImages } from './tenant/branding/mail-look.ts';

/** Delivery kinds other than mail, one line each. */
const kindsBesideMail = (tools: Tools): Record<string, Kind> => ({
  backchannelLogout: logoutKind(tools),
});

/**
 * Starts sending deliveries, events to webhooks, users to apps and the emails requested by unauthenticated users. Without a
 * `transport`, emails stay queued and the rest is sent.
 */
export function startLeaving(
  tools: Tools,
  stops: (() => Promise<unknown>)[],
  transport: MailTransport | null = openTransport(tools),
): DeliveryWorker {
  const { log, sealer, db, clock } = tools;
  const onError = (err: unknown, about?: object) => log.warn({ err, ...about }, 'deliveries');
  const worker = startDeliveries({
    db,
    clock,
    onError,
    kinds: {
      ...kindsBesideMail(tools),
      ...(transport && { mail: mailKind({ sealer, transport, readImage: createMailImages(db), onError }) }),
    },
  });
  tools.wakeDeliveries = worker.wake;
  stops.push(async () => {
    await worker.stop();
    transport?.close();
  });
  if (transport) stops.push(startMailRequests(tools));
  startWebhooks(tools, stops);
  startTargets(tools, stops);
  return worker;
}

function openTransport({ config }: Tools): MailTransport {
  return config.SMTP_URL
    ? createSmtpTransport({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, requireTls: requiresMailTls(config) })
    : createDevOutbox(dataPaths(config.dataDir).outbox);
}

import type { Sealer } from '../crypto/sealed-box.ts';
import type { Delivery } from '../deliver/outbox.ts';
import type { Kind, Outcome } from '../deliver/worker.ts';
import { contentId, type MailImage } from './look.ts';
import { type MailContent, openMail } from './outbox.ts';
import type { MailTransport, OutgoingMail } from './transport.ts';

export interface MailKindOptions {
  sealer: Sealer;
  transport: MailTransport;
  /** Reads the image that an email names; null if it was deleted. */
  readImage?(tenantId: string, imageId: string): Promise<MailImage | null>;
  onError(error: unknown): void;
}

/**
 * Emails as a kind of delivery: the links in them do not live long, so one that a server does not take within about
 * three hours is given up; one cut off while it was sent may have arrived and is not sent again.
 */
export function mailKind(options: MailKindOptions): Kind {
  return {
    // The connections of the transport, so that a claimed email is sent without waiting.
    atOnce: 5,
    pauses: [60, 300, 1800, 7200],
    send: (delivery) => send(options, delivery),
  };
}

async function send(options: MailKindOptions, delivery: Delivery): Promise<Outcome> {
  const { tenant_id: tenantId, delivery_id: mailId, target: recipient, content, sealed_content: sealed } = delivery;
  let opened: MailContent;
  try {
    opened = openMail(options.sealer, tenantId, mailId, sealed ?? Buffer.alloc(0));
  } catch {
    return { outcome: 'refused', error: 'The content cannot be opened: its master key is not known.' };
  }
  const { imageId, ...words } = opened;
  const image = await imageOf(options, tenantId, imageId);
  const locale = String(content.locale);
  return options.transport.send({ tenantId, mailId, recipient, locale, ...words, ...image });
}

/** A missing image does not stop the email: the tenant's name replaces the logo. */
async function imageOf(
  options: MailKindOptions,
  tenantId: string,
  imageId: string | undefined,
): Promise<Pick<OutgoingMail, 'image'>> {
  if (!imageId || !options.readImage) return {};
  try {
    const image = await options.readImage(tenantId, imageId);
    return image ? { image: { ...image, contentId: contentId(imageId) } } : {};
  } catch (error) {
    options.onError(error);
    return {};
  }
}

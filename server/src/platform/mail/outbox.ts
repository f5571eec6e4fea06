import type { Sealer } from '../crypto/sealed-box.ts';
import { newUuid } from '../crypto/uuid.ts';
import { mailContext } from '../secrets/sealed-columns.ts';
import type { Tx } from '../db/transaction.ts';
import { isMailAddress } from './address.ts';
import {
  type ClaimedMail,
  countWaitingMails,
  insertMails,
  mailState,
  type NewMailRow,
  takeBackMails,
  takeBackMailsTo,
} from './queries.ts';

export { countWaitingMails, mailState, takeBackMails, takeBackMailsTo };

/** `imageId`: the image that the HTML names; the sender attaches it. */
export type MailContent = { subject: string; text: string; html: string; imageId?: string };

export type QueuedMail = {
  tenantId: string;
  /** The user it is for, if any. */
  receiverUuid?: string | null;
  recipient: string;
  kind: string;
  locale: string;
  content: MailContent;
  now: Date;
};

/** When this process last queued an email; whether its transaction commits is unknown here. */
let queuedAt = Number.NEGATIVE_INFINITY;

/** True if this process queued an email within the last so many milliseconds. */
export const hasQueuedWithin = (millis: number) => performance.now() - queuedAt < millis;

/**
 * Queues emails in the transaction of the change they report; the sender takes them after the commit. Content is sealed
 * because it contains one-time links. Throws on an invalid address, and queues nothing then. Returns the mail IDs.
 */
export async function queueMails(tx: Tx, sealer: Sealer, mails: readonly QueuedMail[]): Promise<string[]> {
  if (mails.length === 0) return [];
  if (!mails.every(({ recipient }) => isMailAddress(recipient))) {
    throw new Error('The recipient of a mail is not one mail address.');
  }
  const rows = mails.map((mail) => toRow(sealer, mail));
  await insertMails(tx, rows);
  queuedAt = performance.now();
  return rows.map((row) => row.mail_id);
}

/** Queues one email; returns its ID. */
export async function queueMail(tx: Tx, sealer: Sealer, mail: QueuedMail): Promise<string> {
  return (await queueMails(tx, sealer, [mail]))[0] ?? '';
}

function toRow(sealer: Sealer, mail: QueuedMail): NewMailRow {
  const mailId = newUuid();
  return {
    tenant_id: mail.tenantId,
    mail_id: mailId,
    receiver_uuid: mail.receiverUuid ?? null,
    recipient: mail.recipient,
    kind: mail.kind,
    locale: mail.locale,
    sealed_content: sealer.seal(JSON.stringify(mail.content), mailContext(mail.tenantId, mailId)),
    created_at: mail.now,
    next_attempt_at: mail.now,
  };
}

/** Opens the content of a claimed email; throws if its master key is no longer known. */
export function openMail(sealer: Sealer, mail: ClaimedMail): MailContent {
  return JSON.parse(sealer.open(mail.sealed_content, mailContext(mail.tenant_id, mail.mail_id)).toString('utf8'));
}

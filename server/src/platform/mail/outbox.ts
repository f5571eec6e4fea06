import type { Sealer } from '../crypto/sealed-box.ts';
import { newUuid } from '../crypto/uuid.ts';
import { mailContext } from '../secrets/sealed-columns.ts';
import type { Tx } from '../db/transaction.ts';
import { noteQueued } from '../deliver/outbox.ts';
import { isMailAddress } from './address.ts';
import {
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

/**
 * Queues emails in the transaction of the change they report; the worker of `deliver/` takes them after the commit. Content is sealed
 * because it contains one-time links. Throws on an invalid address, and queues nothing then. Returns the mail IDs.
 */
export async function queueMails(tx: Tx, sealer: Sealer, mails: readonly QueuedMail[]): Promise<string[]> {
  if (mails.length === 0) return [];
  if (!mails.every(({ recipient }) => isMailAddress(recipient))) {
    throw new Error('The recipient of a mail is not one mail address.');
  }
  const rows = mails.map((mail) => toRow(sealer, mail));
  await insertMails(tx, rows);
  noteQueued();
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

/** Opens the content of an email; throws if its master key is no longer known. */
export function openMail(sealer: Sealer, tenantId: string, mailId: string, sealed: Buffer): MailContent {
  return JSON.parse(sealer.open(sealed, mailContext(tenantId, mailId)).toString('utf8'));
}

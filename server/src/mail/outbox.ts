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

/** `imageId`: the picture that the HTML names, which the sender adds. */
export type MailContent = { subject: string; text: string; html: string; imageId?: string };

export type QueuedMail = {
  tenantId: string;
  /** The user it is for, where there is one. */
  receiverUuid?: string | null;
  recipient: string;
  kind: string;
  locale: string;
  content: MailContent;
  now: Date;
};

/** When this process last put a mail into the outbox; what came of its transaction is not known here. */
let queuedAt = Number.NEGATIVE_INFINITY;

/** Whether this process has queued a mail within the last so many milliseconds. */
export const hasQueuedWithin = (millis: number) => performance.now() - queuedAt < millis;

/**
 * Puts mails into the outbox in the transaction of the change they tell of; the sender takes them from there after the
 * commit. The content is sealed, for it holds one-time links. Throws on an address that is not exactly one address
 * (nothing is queued then). Answers the mails' ids.
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

/** One mail; answers its id. */
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

/** The content of a claimed mail; throws when its master key is no longer known. */
export function openMail(sealer: Sealer, mail: ClaimedMail): MailContent {
  return JSON.parse(sealer.open(mail.sealed_content, mailContext(mail.tenant_id, mail.mail_id)).toString('utf8'));
}

import { createTransport } from 'nodemailer';
import { isMailAddress, oneLine, wireAddress } from './address.ts';
import type { Outcome } from '../deliver/worker.ts';
import type { MailImage } from './look.ts';

export type OutgoingMail = {
  tenantId: string;
  mailId: string;
  recipient: string;
  locale: string;
  subject: string;
  text: string;
  html: string;
  /** The image that the HTML names. */
  image?: MailImage & { contentId: string };
};

export type MailTransport = {
  /**
   * Never rejects. `refused` for good; `failed`, when the server was not reached or said to come again; `uncertain`, when
   * the connection broke after part of the content was sent.
   */
  send(mail: OutgoingMail): Promise<Outcome>;
  close(): void;
};

type SmtpError = Error & { code?: string; responseCode?: number; response?: string };

/**
 * Sends by SMTP (RFC 5321) over at most five connections. `from` is `Name <address>`. Content cannot add headers: the
 * address is checked and the subject is one line. The Message-ID is the mail ID, so that receivers can detect
 * duplicates. With `requireTls`, a server without STARTTLS gets nothing (RFC 3207): a link in an email is worth a
 * password.
 */
export function createSmtpTransport({
  smtpUrl,
  from,
  requireTls = false,
}: {
  smtpUrl: string;
  from: string;
  requireTls?: boolean;
}): MailTransport {
  const options = { ...smtpOptions(smtpUrl), requireTLS: requireTls };
  const transporter = createTransport({ ...options, disableFileAccess: true, disableUrlAccess: true });
  const begun = new Set<string>();
  transporter.use('stream', (mail, done) => {
    const mailId = mail.data.headers && (mail.data.headers as Record<string, string>)['X-Mail-Id'];
    // Called when the server is ready and the content begins to be read.
    mail.message.processFunc((content) => {
      if (mailId) begun.add(mailId);
      return content;
    });
    done();
  });
  return {
    close: () => transporter.close(),
    send: async (mail) => {
      if (!isMailAddress(mail.recipient))
        return { outcome: 'refused', error: 'The recipient is not one mail address.' };
      try {
        await transporter.sendMail(toMessage(mail, from));
        return { outcome: 'delivered' };
      } catch (error) {
        return explain(error as SmtpError, begun.has(mail.mailId));
      } finally {
        begun.delete(mail.mailId);
      }
    },
  };
}

/** Short timeouts, so that a server that hangs does not hold a connection and the renewed claim for long. */
function smtpOptions(smtpUrl: string) {
  const limits = { connectionTimeout: 15_000, greetingTimeout: 15_000, dnsTimeout: 10_000, socketTimeout: 30_000 };
  return { url: smtpUrl, pool: true as const, maxConnections: 5, ...limits };
}

function toMessage(mail: OutgoingMail, from: string) {
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    to: { name: '', address: wireAddress(mail.recipient) },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    ...(mail.image && { attachments: [inlineImage(mail.image)] }),
    messageId: `<${mail.mailId}@${domain}>`,
    headers: {
      'X-Mail-Id': mail.mailId,
      'Content-Language': mail.locale,
      // RFC 3834: suppresses automatic replies.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
  };
}

/** Part of the message (multipart/related), not an attachment to open. */
function inlineImage({ contentId, mediaType, content }: NonNullable<OutgoingMail['image']>) {
  const filename = `logo.${mediaType === 'image/jpeg' ? 'jpg' : 'png'}`;
  return { cid: contentId, filename, content, contentType: mediaType, contentDisposition: 'inline' as const };
}

function explain(thrown: SmtpError, begun: boolean): Outcome {
  // Servers repeat the recipient, and filters the link they object to, which logs and lists must not show.
  const words = oneLine(`${thrown.code ?? ''} ${thrown.response ?? thrown.message}`);
  const error = words.replaceAll(/[^\s<>]+@[^\s<>]+|\bhttps?:\S+/gi, '…').slice(0, 300);
  // The server answered: 4xx is temporary, 5xx permanent; failed authentication or missing TLS is for the operator to
  // fix.
  if (thrown.responseCode && thrown.code !== 'EAUTH' && thrown.code !== 'ETLS') {
    return { outcome: thrown.responseCode >= 500 ? 'refused' : 'failed', error };
  }
  if (thrown.code === 'EENVELOPE') return { outcome: 'refused', error };
  return { outcome: begun ? 'uncertain' : 'failed', error };
}

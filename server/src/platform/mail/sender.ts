import type pg from 'pg';
import type { Sealer } from '../crypto/sealed-box.ts';
import { contentId, type MailImage } from './look.ts';
import { hasQueuedWithin, openMail } from './outbox.ts';
import { type ClaimedMail, claimMails, RENEW_MILLIS, renewClaim, type Settlement, settleMail } from './queries.ts';
import type { MailTransport, OutgoingMail } from './transport.ts';

export type MailSender = {
  /** Checks the outbox now, unless this process queued nothing lately; called after a commit. */
  wake(): void;
  /** Claims no more emails and waits for those in progress. */
  stop(): Promise<void>;
};

export type MailSenderOptions = {
  pool: pg.Pool;
  sealer: Sealer;
  transport: MailTransport;
  /** Reads the image that an email names; null if it was deleted. */
  readImage?(tenantId: string, imageId: string): Promise<MailImage | null>;
  /**
   * Receives errors that keep emails from leaving: a lost database, a server that refuses. Never the content of an
   * email.
   */
  onError(error: unknown): void;
  intervalMillis?: number;
  now?: () => Date;
};

const MINUTE = 60_000;
/** Pauses after the first, second … failed attempt. After the last one the email has failed. */
const PAUSES = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE];
/** Equal to the transport's concurrency, so that a claimed email is sent without waiting. */
const BATCH = 5;
const SETTLE_TRIES = 30;

/**
 * Sends the outbox of all tenants: claims due emails, sends, settles; polls every `intervalMillis` or when woken. Any
 * number of processes may run it. An email cut off by a crash or lost connection is marked uncertain and not sent
 * again, because it may have arrived.
 */
export function startMailSender(options: MailSenderOptions): MailSender {
  const { intervalMillis = 2000 } = options;
  const stopping = new AbortController();
  const alarm = newAlarm();
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      const found = await sendDue(options, stopping.signal);
      if (!found && !stopping.signal.aborted) await alarm.wait(intervalMillis);
    }
    options.transport.close();
  })();
  return {
    wake: () => {
      if (hasQueuedWithin(intervalMillis)) alarm.ring();
    },
    stop: async () => {
      stopping.abort();
      alarm.ring();
      await ended;
    },
  };
}

/** One round; returns whether there was anything to send. */
async function sendDue(options: MailSenderOptions, stopping: AbortSignal): Promise<boolean> {
  const now = options.now ?? (() => new Date());
  try {
    const mails = await claimMails(options.pool, BATCH, now());
    await Promise.all(
      mails.map(async (mail) => {
        const renewing = setInterval(() => {
          renewClaim(options.pool, mail, now()).catch(options.onError);
        }, RENEW_MILLIS);
        try {
          await settleSurely(options, stopping, mail, await deliver(options, mail, now));
        } finally {
          clearInterval(renewing);
        }
      }),
    );
    return mails.length > 0;
  } catch (error) {
    options.onError(error);
    return false;
  }
}

async function deliver(options: MailSenderOptions, mail: ClaimedMail, now: () => Date): Promise<Settlement> {
  let content: ReturnType<typeof openMail>;
  try {
    content = openMail(options.sealer, mail);
  } catch {
    return { state: 'failed', error: 'The content cannot be opened: its master key is not known.' };
  }
  const { tenant_id: tenantId, mail_id: mailId, recipient, locale } = mail;
  const { imageId, ...words } = content;
  const image = await imageOf(options, tenantId, imageId);
  const delivery = await options.transport.send({ tenantId, mailId, recipient, locale, ...words, ...image });
  if (delivery.outcome === 'sent') return { state: 'sent' };
  options.onError(new Error(`Mail ${mailId} of ${tenantId}, try ${mail.attempts}: ${delivery.reason}`));
  const pause = PAUSES[mail.attempts - 1];
  if (delivery.outcome === 'uncertain') return { state: 'uncertain', error: delivery.reason };
  if (delivery.outcome === 'refused' || pause === undefined) return { state: 'failed', error: delivery.reason };
  return { state: 'waiting', nextAttemptAt: new Date(now().getTime() + pause), error: delivery.reason };
}

/** A missing image does not stop the email: the tenant's name replaces the logo. */
async function imageOf(
  options: MailSenderOptions,
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

/**
 * Retries for a while, so that a sent email is recorded as sent even if the database is briefly away; afterwards it is
 * uncertain.
 */
async function settleSurely(
  options: MailSenderOptions,
  stopping: AbortSignal,
  mail: ClaimedMail,
  settlement: Settlement,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await settleMail(options.pool, mail, settlement);
    } catch (error) {
      if (tries === SETTLE_TRIES || stopping.aborted) throw error;
      await newAlarm().wait(options.intervalMillis ?? 2000);
    }
  }
}

/** A pause that can be cut short. A ring without a waiter is kept for the next wait. */
function newAlarm() {
  let rung = false;
  let end: (() => void) | undefined;
  const ring = () => {
    rung = true;
    end?.();
  };
  const wait = async (millis: number) => {
    if (!rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, millis);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    rung = false;
    end = undefined;
  };
  return { ring, wait };
}

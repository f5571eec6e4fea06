import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { EXPIRY_STAGES, stageOf } from './expiry-stages.ts';
import { findAdministrators, noticeTime, queueMailsTo, type Receiver } from './notices.ts';

/** What expires, and the email about it. Texts: messages mail.<kind>.*, with `expiresAt`. */
interface Expiring {
  kind: string;
  /** Portal page that the button opens. */
  page: string;
  expiresAt: Date;
  /** The stage told last, in days; null: none. */
  noticed: number | null;
  /** Days left at which it is told; the usual ones unless given. */
  stages?: readonly number[];
  variables?: Record<string, string>;
  /** Administrators unless given. */
  receivers?: () => Promise<readonly Receiver[]>;
  /** Notes the stage, in days, so that it is told once. */
  note: (stage: number) => Promise<void>;
}

/**
 * Emails the administrators of the transaction's tenant about something that expires soon, each stage once. False: the stage
 * has been told, or none is reached.
 */
export async function tellOfExpiry(
  tools: Tools,
  tx: Tx,
  { kind, page, expiresAt, noticed, stages = EXPIRY_STAGES, variables, receivers, note }: Expiring,
  now: Date,
): Promise<boolean> {
  const stage = stageOf(stages, expiresAt, noticed, now);
  if (stage === null) return false;
  await note(stage);
  const link = `${tools.config.publicUrl}${page}`;
  const mails = (await (receivers?.() ?? findAdministrators(tx))).map((receiver) => ({
    receiver,
    link,
    variables: () => ({ ...variables, expiresAt: noticeTime(expiresAt, receiver) }),
  }));
  await queueMailsTo(tools, tx, mails, { kind, now });
  return true;
}

import { queueRegistrationMail } from '../ports.ts';
import type { MailRequest, MailRequestInHand } from './request.ts';
import { PROVIDER, type Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { queueIdInformation } from '../id-inquiry/id-mail.ts';
import { queueResetMails } from '../password-reset/reset-mail.ts';
import * as queries from '../../credentials/one-time-codes/requests.ts';

/** Purpose of the provider's rows that hold requests: no tenant is known yet. */
export const MAIL_REQUEST = 'mailRequest';
const MOST_TRIES = 10;

const answers: Record<MailRequest['kind'], (tools: Tools, tx: Tx, request: MailRequestInHand) => Promise<void>> = {
  resetPassword: queueResetMails,
  idInformation: queueIdInformation,
  registerUser: queueRegistrationMail,
};

/**
 * Processes one pending request and deletes it in the same transaction. Returns false if none is pending or one failed;
 * failures are logged and retried, at most ten times.
 */
export async function answerNext(tools: Tools): Promise<boolean> {
  const now = tools.clock();
  let inHand: Buffer | undefined;
  try {
    return await tools.db.inTenant(PROVIDER, async (tx) => {
      const waiting = await queries.takeRequest(tx, MAIL_REQUEST, MOST_TRIES, now);
      if (!waiting) return false;
      inHand = waiting.code_hash;
      const request = waiting.data as unknown as MailRequest;
      await answers[request.kind](tools, tx, { ...request, id: inHand.toString('base64url') });
      await queries.deleteRequest(tx, inHand);
      return true;
    });
  } catch (error) {
    await countFailure(tools, inHand, error);
    return false;
  }
}

async function countFailure(tools: Tools, codeHash: Buffer | undefined, cause: unknown): Promise<void> {
  let tries = 0;
  try {
    if (codeHash) tries = await tools.db.inTenant(PROVIDER, (tx) => queries.countFailedTry(tx, codeHash));
  } catch {
    // The database is away: the request stays pending, and nothing is counted.
  }
  tools.log.error({ err: cause, tries, givenUp: tries >= MOST_TRIES }, 'a mail request could not be answered');
}

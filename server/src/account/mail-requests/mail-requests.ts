import { PROVIDER } from '../../db/transaction.ts';
import { issueCode } from '../../authentication/one-time-codes/one-time-codes.ts';
import { type Limit, spendTry } from '../../authentication/throttle/throttle.ts';
import type { ClientInfo } from '../../http/client-info.ts';
import type { Tools } from '../../tools.ts';
import { answerNext, MAIL_REQUEST, type MailRequest } from './answer.ts';

const KEPT_SECONDS = 86_400;
/** Answering comes in rounds this far apart: done at once, it would slow the asker's next call and so tell. */
const ROUND_MILLIS = 500;
const SWEEP_MILLIS = 5000;

/**
 * Takes a request for a mail from somebody who is not signed in. It is written down (committed before the caller hears
 * of success) the same way whoever it names, and answered afterwards: the caller's answer cannot tell by its time
 * whether anybody was found (standards 5). Throws `too_many_requests`, by the typed address and by the client.
 */
export async function requestMail(tools: Tools, request: MailRequest, client: ClientInfo, now: Date): Promise<void> {
  await spendTry(tools.db, mailLimits(request, client), now);
  await tools.db.inTenant(PROVIDER, (tx) =>
    issueCode(tx, {
      tenantId: PROVIDER,
      kind: 'ticket',
      purpose: MAIL_REQUEST,
      userUuid: null,
      data: { ...request },
      seconds: KEPT_SECONDS,
      now,
    }),
  );
  announceRound(tools);
}

const announced = new WeakSet<Tools>();

function announceRound(tools: Tools): void {
  if (announced.has(tools)) return;
  announced.add(tools);
  setTimeout(() => {
    announced.delete(tools);
    void answerWaiting(tools);
  }, ROUND_MILLIS).unref();
}

function mailLimits({ kind, mailAddress }: MailRequest, client: ClientInfo): Limit[] {
  const typed = mailAddress.toLowerCase();
  return [
    // Few from one client; a stranger's tries elsewhere do not use up those of the address's owner.
    { name: `mailRequest/${kind}`, key: `${typed}/${client.network}`, most: 5, withinSeconds: 900 },
    // However many clients ask, a mailbox is not flooded.
    { name: `mailRequest/${kind}`, key: typed, most: 20, withinSeconds: 3600 },
    { name: 'mailRequest', key: client.network, most: 300, withinSeconds: 900 },
  ];
}

interface Round {
  /** Asked for while it was running: look once more. */
  again: boolean;
  ended: Promise<void>;
}
const rounds = new WeakMap<Tools, Round>();

/** Answers what waits, one after the other: at most one connection more than its own is taken. Never throws. */
export function answerWaiting(tools: Tools): Promise<void> {
  const running = rounds.get(tools);
  if (running) {
    running.again = true;
    return running.ended;
  }
  const round: Round = { again: false, ended: Promise.resolve() };
  rounds.set(tools, round);
  round.ended = (async () => {
    try {
      do {
        round.again = false;
        while (await answerNext(tools));
      } while (round.again);
    } finally {
      rounds.delete(tools);
      tools.wakeMail();
    }
  })();
  return round.ended;
}

/**
 * In a worker: answers requests that a process left behind when it died, or whose answer failed. Gives the function
 * that stops it.
 */
export function startMailRequests(tools: Tools): () => Promise<void> {
  const timer = setInterval(() => void answerWaiting(tools), SWEEP_MILLIS);
  timer.unref();
  void answerWaiting(tools);
  return async () => {
    clearInterval(timer);
    await rounds.get(tools)?.ended;
  };
}

import { PROVIDER } from '../../platform/db/transaction.ts';
import { issueCode } from '../../credentials/one-time-codes/one-time-codes.ts';
import { type Limit, spendTry } from '../../platform/limits/throttle.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Tools } from '../../platform/tools.ts';
import type { MailRequest } from './request.ts';
import { answerNext, MAIL_REQUEST } from './answer.ts';

const KEPT_SECONDS = 86_400;
/**
 * Interval of processing. Processing at once would slow the caller's next call if an account was found, and so reveal
 * it.
 */
const ROUND_MILLIS = 500;
const SWEEP_MILLIS = 5000;

/**
 * Accepts an unauthenticated user's request for an email. The request is stored (committed before the caller gets the
 * answer) in the same way whether an account exists or not, and processed afterwards, so that the answer's timing
 * reveals nothing (standards 5). Throws `too_many_requests`, by the typed address and by the network.
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
    // Per address and network, so that requests from elsewhere do not use up those of the address's owner.
    { name: `mailRequest/${kind}`, key: `${typed}/${client.network}`, most: 5, withinSeconds: 900 },
    // Per address, so that a mailbox is not flooded from many networks.
    { name: `mailRequest/${kind}`, key: typed, most: 20, withinSeconds: 3600 },
    { name: 'mailRequest', key: client.network, most: 300, withinSeconds: 900 },
  ];
}

interface Round {
  /** Woken while it was running: run once more. */
  again: boolean;
  ended: Promise<void>;
}
const rounds = new WeakMap<Tools, Round>();

/** Processes pending requests one by one, using at most one connection besides its own. Never throws. */
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
      tools.wakeDeliveries();
    }
  })();
  return round.ended;
}

/** In a worker: processes requests that a dead process left or that failed. Returns a function that stops it. */
export function startMailRequests(tools: Tools): () => Promise<void> {
  const timer = setInterval(() => void answerWaiting(tools), SWEEP_MILLIS);
  timer.unref();
  void answerWaiting(tools);
  return async () => {
    clearInterval(timer);
    await rounds.get(tools)?.ended;
  };
}

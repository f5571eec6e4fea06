import type { KeyObject } from 'node:crypto';
import type { WebhookFailure } from '#contract/logs/webhook-values.ts';
import type { Attempt } from '../../platform/deliver/judging.ts';
import { OutgoingError, type Receiver } from '../../platform/net/outgoing.ts';
import { type Message, signedHeaders } from './message.ts';

/** A message that is due; null: the log has it no more. */
export interface Due {
  sequence: number;
  subject: string;
  /** How often it was sent before. */
  tries: number;
  message: Message | null;
}

/** Subjects whose events are sent beside each other. */
const BESIDE = 8;
/** So long one claim sends; what is left is sent with the next. */
const BUDGET_MS = 5000;

/** What one attempt ended with. */
export type Called = Omit<Attempt<WebhookFailure>, 'sequence' | 'at'> & { answer: string };

/** Sends a message once. A redirect is a failure like any other status but 2xx. */
export async function call(
  receiver: Receiver,
  message: Message,
  keys: readonly KeyObject[],
  { now, shown }: { now: Date; shown?: number },
): Promise<Called> {
  const begun = performance.now();
  const ended = (status: number | null, failure: WebhookFailure | null, answer = ''): Called => ({
    ...{ status, failure, answer },
    millis: Math.round(performance.now() - begun),
  });
  const read = await receiver.post(message.body, signedHeaders(message, keys, now), shown).catch(asFailure);
  if (typeof read === 'string') return ended(null, read);
  const isDelivered = read.status >= 200 && read.status < 300;
  return ended(read.status, isDelivered ? null : 'status', read.body);
}

function asFailure(error: unknown): WebhookFailure {
  if (!(error instanceof OutgoingError)) throw error;
  const { reason } = error;
  return reason === 'tooLarge' || reason === 'tooManyRedirects' ? 'connection' : reason;
}

interface How {
  receiver: Receiver;
  keys: readonly KeyObject[];
  clock(): Date;
  /** The receiver failed before: one message first shows whether it is back. */
  isFailing: boolean;
  stopping: AbortSignal;
}

/**
 * Sends what is due: the events of one subject one after the other, several subjects beside each other, and nothing more
 * after the first failure. Subjects whose events were refused before come last: one event that is refused must not keep all
 * others from a receiver that takes them. Answers what was attempted.
 */
export async function sendDue(due: readonly Due[], how: How): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  const until = performance.now() + BUDGET_MS;
  let hasFailed = false;
  const attempt = async ({ sequence, message }: Due) => {
    const at = how.clock();
    if (message === null) {
      attempts.push({ sequence, at, millis: 0, status: null, failure: 'expired' });
      return;
    }
    const { answer: _, ...called } = await call(how.receiver, message, how.keys, { now: at });
    if (called.failure !== null) hasFailed = true;
    attempts.push({ sequence, at, ...called });
  };
  const mayGoOn = () => !hasFailed && !how.stopping.aborted && performance.now() < until;
  const tried = new Set(due.filter(({ tries }) => tries > 0).map(({ subject }) => subject));
  const first = how.isFailing ? (due.find(({ subject }) => !tried.has(subject)) ?? due[0]) : undefined;
  if (first) await attempt(first);
  const rest = due.filter((each) => each !== first);
  const inTurn = [
    ...rest.filter(({ subject }) => !tried.has(subject)),
    ...rest.filter(({ subject }) => tried.has(subject)),
  ];
  const chains = [...Map.groupBy(inTurn, ({ subject }) => subject).values()];
  const work = async () => {
    for (let chain = chains.shift(); chain && mayGoOn(); chain = chains.shift())
      for (const each of chain) {
        if (!mayGoOn()) return;
        await attempt(each);
      }
  };
  await Promise.all(Array.from({ length: BESIDE }, work));
  return attempts;
}

import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { findAdministrators, noticeTime, queueMailsTo, type Receiver } from './notices.ts';

/** What a tenant's administrators are mailed of. Words: messages mail.<kind>.*. */
interface Telling {
  kind: string;
  /** The page of the portal that the button leads to. */
  page: string;
  /** What the words need besides the `time`; asked by the mail's language where it depends on it. */
  variables: (locale: string) => Record<string, string | number>;
  /** Whom it is about, and who need not be told. */
  except?: readonly string[];
  now: Date;
}

/**
 * Mails the active administrators of the transaction's tenant, at most 100, that somebody did something. In the
 * transaction of the act, so that no act goes untold. Answers whom, and the ids of the mails by their uuids.
 */
export async function tellAdministrators(
  tools: Tools,
  tx: Tx,
  { kind, page, variables, except = [], now }: Telling,
): Promise<{ receivers: Receiver[]; mailIds: Map<string, string> }> {
  const receivers = (await findAdministrators(tx)).filter(({ uuid }) => !except.includes(uuid ?? ''));
  const link = `${tools.config.publicUrl}${page}`;
  const mails = receivers.map((receiver) => ({
    receiver,
    link,
    variables: (locale: string) => ({ ...variables(locale), time: noticeTime(now, receiver) }),
  }));
  return { receivers, mailIds: await queueMailsTo(tools, tx, mails, { kind, now }) };
}

/** So many a mail names. */
const MOST_NAMED = 20;

/** Names in a row, as the language has it; of very many, the first. */
export function nameSome(names: readonly string[], locale: string): string {
  const named = names.length > MOST_NAMED ? [...names.slice(0, MOST_NAMED), '…'] : names;
  return new Intl.ListFormat(locale, { type: 'unit' }).format(named);
}

/** Mails the other administrators that `operator` made users administrators. */
export async function tellOfNewAdministrators(
  tools: Tools,
  tx: Tx,
  { made, operator, now }: { made: readonly { uuid: string; userId: string }[]; operator: string; now: Date },
): Promise<void> {
  const userIds = made.map(({ userId }) => userId);
  await tellAdministrators(tools, tx, {
    kind: 'administratorsAdded',
    page: '/portal/users',
    variables: (locale) => ({ operator, count: made.length, users: nameSome(userIds, locale) }),
    except: made.map(({ uuid }) => uuid),
    now,
  });
}

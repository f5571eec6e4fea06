import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { findAdministrators, noticeTime, queueMailsTo, type Receiver } from './notices.ts';

/** An email to a tenant's administrators. Texts: messages mail.<kind>.*. */
interface Telling {
  kind: string;
  /** Portal page that the button opens. */
  page: string;
  /** Values for the text besides `time`; computed per language of the email. */
  variables: (locale: string) => Record<string, string | number>;
  /** Users it is about, who need no email. */
  except?: readonly string[];
  now: Date;
}

/**
 * Emails the active administrators of the transaction's tenant, at most 100, about an act, in the transaction of that
 * act, so that none goes unreported. Returns the IDs of the emails by receiver uuid.
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

/** Maximum number of names in an email. */
const MOST_NAMED = 20;

/** A list of names as the language formats it, shortened if it is long. */
export function nameSome(names: readonly string[], locale: string): string {
  const named = names.length > MOST_NAMED ? [...names.slice(0, MOST_NAMED), '…'] : names;
  return new Intl.ListFormat(locale, { type: 'unit' }).format(named);
}

/** Emails the other administrators that `operator` made users administrators. */
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

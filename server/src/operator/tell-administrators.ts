import { findAdministrators, type MailTo, queueMailsTo } from '../authentication/notices/notices.ts';
import type { Tx } from '../db/transaction.ts';
import type { Tools } from '../tools.ts';
import type { Act } from './act.ts';

/** The acts on credentials that a tenant's administrators are told of. Words: messages mail.<kind>.*. */
type OperatorNotice = 'operatorSetPassword' | 'operatorUnlocked' | 'operatorResetMfa' | 'operatorMadeAdministrator';

/**
 * Mails a tenant's active administrators that the operator did something to the credentials of a user: who, to whom, when
 * and why. In the transaction of the act, so that no act goes untold.
 */
export async function tellAdministrators(
  tools: Tools,
  tx: Tx,
  { by, reason = '', now }: Act,
  kind: OperatorNotice,
  target: string,
): Promise<void> {
  const receivers = await findAdministrators(tx);
  const link = `${tools.config.publicUrl}/portal/tenant/system-log`;
  const mails = receivers.map((receiver): MailTo => {
    const { timezone: timeZone } = receiver;
    const time = (locale: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone }).format(now);
    return { receiver, link, variables: (locale) => ({ target, operator: by, reason, time: time(locale) }) };
  });
  await queueMailsTo(tools, tx, mails, { kind, now });
}

import { CONFIRM_MAIL_ADDRESS } from '../../credentials/one-time-codes/purposes.ts';
import { fail } from '#contract/errors.ts';
import { MAIL_CONFIRMATION_SECONDS } from '#contract/limits.ts';
import type { Changes } from '../../platform/events/write.ts';
import { findReceivers, type MailTo, queueMailsTo } from '../../tenant/notices/notices.ts';
import { issueCodes, revokeCodes } from '../../credentials/one-time-codes/one-time-codes.ts';
import { mailsAnHour } from '../../platform/limits/mails.ts';
import { spendOn } from '../../platform/limits/spending.ts';
import { spendTry } from '../../platform/limits/throttle.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { updateOne } from '../../people/changes/changes.ts';
import { holdMailAddress } from './queries.ts';

/** Limits confirmation emails per sender. */
const sendingOf = (caller: Caller) => mailsAnHour('mailConfirmationBy', `${caller.tenantId}/${caller.uuid}`);

/** Limits confirmation emails per recipient, over all senders. */
const mailsTo = (address: string) => mailsAnHour('mailConfirmationTo', address.toLowerCase());

type Audit = (tx: Tx, changes: Changes) => Promise<void>;

/**
 * Emails a confirmation link to the new address; earlier links stop working. The same is done and answered whether the
 * address is taken or not. Throws `forbidden` (the account's source manages its address), `too_many_requests`.
 */
export async function sendConfirmation(
  tools: Tools,
  caller: Caller,
  address: string,
  now: Date,
  audit: Audit,
): Promise<{ nextLoginMailAddress: string; loginMailAddressConfirmationExpiresAt: string }> {
  // First and separately: a sender over the limit must not use up the recipient's.
  await spendTry(tools.db, [sendingOf(caller)], now);
  const { tenantId, uuid: userUuid } = caller;
  const expiresAt = new Date(now.getTime() + MAIL_CONFIRMATION_SECONDS * 1000);
  const send = async (tx: Tx) => {
    const held = await holdMailAddress(tx, userUuid);
    if (!held) throw fail('no_user_exists');
    if (held.source !== 'local') throw fail('forbidden', { field: 'loginMailAddress' });
    await updateOne(tx, userUuid, { loginMailAddress: address, linkUntil: expiresAt }, now);
    await mailConfirmation(tools, tx, { tenantId, userUuid, address, now });
    await audit(tx, { nextLoginMailAddress: { before: held.next_login_mail_address, after: address } });
  };
  await spendOn(tools.db, [mailsTo(address)], now, () => tools.db.inTenant(tenantId, send));
  return { nextLoginMailAddress: address, loginMailAddressConfirmationExpiresAt: expiresAt.toISOString() };
}

/** Emails the link that confirms a pending address; earlier links stop working. */
export async function mailConfirmation(
  tools: Tools,
  tx: Tx,
  { userUuid, address, ...how }: { tenantId: string; userUuid: string; address: string; now: Date },
): Promise<void> {
  await mailConfirmations(tools, tx, { ...how, addresses: new Map([[userUuid, address]]) });
}

/** Variant for many users, each with the pending address. Returns the expiry of the links and the mail IDs. */
export async function mailConfirmations(
  tools: Tools,
  tx: Tx,
  { tenantId, addresses, now }: { tenantId: string; addresses: ReadonlyMap<string, string>; now: Date },
): Promise<{ until: Date; mailIds: Map<string, string> }> {
  const uuids = [...addresses.keys()];
  await revokeCodes(tx, uuids, CONFIRM_MAIL_ADDRESS, now);
  const common = { tenantId, kind: 'exchange', purpose: CONFIRM_MAIL_ADDRESS, now } as const;
  const codes = await issueCodes(
    tx,
    [...addresses].map(([userUuid, loginMailAddress]) => ({
      ...common,
      userUuid,
      data: { loginMailAddress },
      seconds: MAIL_CONFIRMATION_SECONDS,
    })),
  );
  const page = `${tools.config.publicUrl}/portal/confirm-mail-address.html`;
  const linkOf = new Map(uuids.map((uuid, at) => [uuid, `${page}?exchangeCode=${codes[at]}`]));
  const mails = (await findReceivers(tx, uuids)).map((receiver): MailTo => {
    const uuid = receiver.uuid ?? '';
    return { receiver, to: addresses.get(uuid) ?? '', link: linkOf.get(uuid) ?? '', isUnproven: true };
  });
  const mailIds = await queueMailsTo(tools, tx, mails, { kind: 'loginMailAddressConfirmation', now });
  return { until: new Date(now.getTime() + MAIL_CONFIRMATION_SECONDS * 1000), mailIds };
}

/** Cancels the change and its links. */
export async function cancelConfirmation(tx: Tx, caller: Caller, now: Date, audit: Audit): Promise<void> {
  const held = await holdMailAddress(tx, caller.uuid);
  await revokeCodes(tx, caller.uuid, CONFIRM_MAIL_ADDRESS, now);
  await updateOne(tx, caller.uuid, { nextLoginMailAddress: null }, now);
  await audit(tx, { nextLoginMailAddress: { before: held?.next_login_mail_address ?? null, after: null } });
}

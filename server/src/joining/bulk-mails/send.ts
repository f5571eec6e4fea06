import { personActor } from '#contract/principals.ts';
import { fail } from '#contract/errors.ts';
import { bulkSendMail } from '#contract/joining/bulk-mails.ts';
import { type MailRefusal, MAILS_AN_HOUR, type SendType } from '#contract/joining/send-types.ts';
import type { LoginPolicy } from '#contract/login-policy.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import { isPasswordOpen } from '#contract/sign-in/login-ways.ts';
import { mailResetLinks, RESET_BY_ADMINISTRATOR } from '../../sign-in/password-reset/reset-mail.ts';
import { inviteUsers } from '../registration/registration.ts';
import { type LoggedJob, writeJobEnd } from '../../platform/events/jobs.ts';
import { type Changes, writeOperations } from '../../platform/events/write.ts';
import { findReceivers, type MailTo, queueMailsTo } from '../../tenant/notices/notices.ts';
import { mayChangeUsers } from '../../people/users/operator.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Batch, Claimed, GivenUp } from '../../platform/work/work.ts';
import { countWaitingMails } from '../../platform/mail/outbox.ts';
import { mailConfirmations } from '../mail-confirmation/mail-confirmation.ts';
import { kindOf } from '../../tenant/mail-texts/own-texts.ts';
import { readTenantPolicy } from '../../tenant/settings/tenant.ts';
import { findMailedOften } from './mailed-often.ts';
import { publishPins, readPinPolicy, type Sending } from './pins.ts';
import * as queries from './queries.ts';
import { mayGet } from './decide.ts';
import { stopRun } from './stop.ts';

/** Result of a batch: users refused, emails to the others, and the log entries. */
interface Sent {
  refused: Map<string, MailRefusal>;
  mailIds: Map<string, string>;
  changes: Map<string, Changes>;
}

const BITE = 500;
const MOST_WAITING = 2000;
const HOUR = 3_600_000;

/**
 * Emails the next users of a mailing, marks them and writes the log. Waits while too many of its emails are pending, so
 * that other emails need not queue behind them. Throws `forbidden`: the starter has lost the right.
 */
export async function sendBatch({ tools, tx, piece: run, now }: Claimed<unknown, queries.RunRow>): Promise<Batch> {
  if (!(await mayGoOn(tx, run))) throw fail('forbidden');
  if ((await countWaitingMails(tx, mailKindOf(run.send_type), MOST_WAITING)) >= MOST_WAITING) return { next: 'wait' };
  const users = await queries.nextTargets(tx, run.uuid, BITE);
  const { changes, ...outcome } = await senders[run.send_type]({ tools, tx, run, now }, users);
  await queries.stampTargets(tx, run.uuid, users, outcome);
  await writeLog(tx, run, changes, now);
  const refused = outcome.refused.size;
  return { counted: { sent: users.length - refused, refused }, next: users.length < BITE ? 'over' : 'more' };
}

/** A mailing as the system log names it. */
export const loggedOf = (run: queries.RunRow): LoggedJob => ({
  ...{ tenantId: run.tenant_id, job: 'bulk-mail', operation: 'update', type: 'mailRun.ended', targetId: run.uuid },
  ...{ operatorUuid: run.operator_uuid, operatorUserId: run.operator_user_id },
  ...{ address: run.address, requestId: run.request_id },
});

/** Checked in every batch: the starter may still change users, and PINs are still enabled. */
async function mayGoOn(tx: Tx, run: queries.RunRow): Promise<boolean> {
  if (!(await mayChangeUsers(tx, run.operator_uuid))) return false;
  return run.send_type !== 'userCode' || (await readPinPolicy(tx)).enabled;
}

/** Cancels a mailing that was given up for all pending targets. */
export async function endRun(tx: Tx, run: queries.RunRow, why: GivenUp, now: Date): Promise<null> {
  await stopRun(tx, run, now);
  const status = { before: run.status, after: 'cancelled' };
  await writeOperations(tx, callOf(run, now), [{ type: 'mailRun.canceled', targetId: run.uuid, changes: { status } }]);
  if (!why.isRefusal) await writeJobEnd(tx, loggedOf(run), { status: 'error', errorId: why.errorId, now });
  return null;
}

const senders: Record<SendType, (sending: Sending, users: readonly string[]) => Promise<Sent>> = {
  registration: sendInvitations,
  loginMailAddressConfirmation: sendConfirmations,
  loginGuide: (sending, users) => sendGuide(sending, users, '/portal/login.html'),
  mfaGuide: (sending, users) => sendGuide(sending, users, '/portal/account/mfa_settings'),
  passwordReset: sendResets,
  userCode: async (sending, users) => {
    const { receivers, refused } = await chooseReceivers(sending, users);
    const mailIds = await publishPins(sending, receivers);
    return { refused, mailIds, changes: new Map(receivers.map((uuid) => [uuid, { userCode: {} }])) };
  },
};

async function sendInvitations({ tools, tx, run, now }: Sending, users: readonly string[]): Promise<Sent> {
  const how = { tenantId: run.tenant_id, runUuid: run.uuid, seconds: run.link_seconds ?? undefined, now };
  const { refused, invited, mailIds } = await inviteUsers(tools, tx, users, how);
  return { refused, mailIds, changes: new Map([...invited].map(([uuid, after]) => [uuid, { invitation: { after } }])) };
}

async function sendConfirmations(sending: Sending, users: readonly string[]): Promise<Sent> {
  const { tools, tx, run, now } = sending;
  const { receivers, refused, found } = await chooseReceivers(sending, users);
  const addresses = new Map(receivers.map((uuid) => [uuid, found.get(uuid)?.next_login_mail_address ?? '']));
  const { until, mailIds } = await mailConfirmations(tools, tx, { tenantId: run.tenant_id, addresses, now });
  await queries.noteLinksUntil(tx, receivers, until);
  return {
    refused,
    mailIds,
    changes: new Map([...addresses].map(([uuid, after]) => [uuid, { confirmationMail: { after } }])),
  };
}

/** Sends reset links; only the newest of each user works. */
async function sendResets(sending: Sending, users: readonly string[]): Promise<Sent> {
  const { tools, tx, run, now } = sending;
  const { receivers, refused } = await chooseReceivers(sending, users);
  const mailIds = await mailResetLinks(tools, tx, { tenantId: run.tenant_id, uuids: receivers, now });
  return { refused, mailIds, changes: new Map(receivers.map((uuid) => [uuid, { passwordReset: {} }])) };
}

/** Kind of email of a mailing. Reset links always use Portico's own text. */
const mailKindOf = (type: SendType): string => (type === 'passwordReset' ? RESET_BY_ADMINISTRATOR : kindOf[type]);

async function sendGuide(sending: Sending, users: readonly string[], path: string): Promise<Sent> {
  const { tools, tx, run, now } = sending;
  const { receivers, refused } = await chooseReceivers(sending, users);
  const link = `${tools.config.publicUrl}${path}`;
  const mails = (await findReceivers(tx, receivers)).map((receiver): MailTo => ({ receiver, link }));
  const mailIds = await queueMailsTo(tools, tx, mails, { kind: mailKindOf(run.send_type), now });
  return { refused, mailIds, changes: new Map(receivers.map((uuid) => [uuid, { [run.send_type]: {} }])) };
}

/** Locks the users of a batch and separates those who cannot be emailed. */
async function chooseReceivers({ tx, run, now }: Sending, users: readonly string[]) {
  const found = new Map((await queries.holdUsers(tx, users)).map((user) => [user.uuid, user]));
  const { loginPolicy } = securityPolicy.parse((await readTenantPolicy(tx)) ?? {});
  const hour = { since: new Date(now.getTime() - HOUR), most: MAILS_AN_HOUR };
  // Checked with the users locked, so that two mailings at once see each other.
  const often = await findMailedOften(tx, run.send_type, users, hour);
  const refused = new Map<string, MailRefusal>();
  const receivers: string[] = [];
  for (const uuid of users) {
    const user = found.get(uuid);
    const reason = user ? mayGet(run.send_type, toFacts(user, often, loginPolicy)) : 'noUser';
    if (reason === null) receivers.push(uuid);
    else refused.set(uuid, reason);
  }
  return { found, receivers, refused };
}

const toFacts = (user: queries.MailedUser, often: ReadonlySet<string>, policy: LoginPolicy) => ({
  status: user.status,
  hasAddress: user.login_mail_address !== null,
  hasWaitingAddress: user.next_login_mail_address !== null,
  hasSecondFactor: user.has_second_factor,
  mayHavePassword: user.may_have_password && isPasswordOpen(policy, user.roles),
  mailedLately: often.has(user.uuid),
});

/** One log row per user, for the user's history. */
async function writeLog(tx: Tx, run: queries.RunRow, changes: ReadonlyMap<string, Changes>, now: Date): Promise<void> {
  const targets = [...changes].map(([targetId, one]) => ({ type: 'user.mailed' as const, targetId, changes: one }));
  await writeOperations(tx, callOf(run, now), targets);
}

/** The call that started the mailing, for the log. */
const callOf = (run: queries.RunRow, now: Date) =>
  ({
    tenantId: run.tenant_id,
    at: now,
    operation: 'update',
    action: `${bulkSendMail.method} ${bulkSendMail.path}`,
    actor: personActor(run.operator_uuid, run.operator_user_id),
    address: run.address,
    requestId: run.request_id,
    clientRequestId: null,
  }) as const;

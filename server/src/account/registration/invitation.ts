import { fail } from '#contract/errors.ts';
import { findReceiver, queueMailTo, type Receiver } from '../../authentication/notices/notices.ts';
import { issueCode, revokeCodes } from '../../authentication/one-time-codes/one-time-codes.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Tools } from '../../tools.ts';
import * as queries from './queries.ts';

/** The purpose of the codes, mailed and temporary, that let an invited user choose a password. */
export const REGISTER_LOGIN_INFO = 'registerLoginInfo';
const INVITATION_SECONDS = 7 * 86_400;

export interface Invitation {
  tenantId: string;
  userUuid: string;
  /** Where to mail it, and so the address to sign in with; the user's login mail address unless given. */
  mailAddress?: string;
  /** How long the link works: seven days unless given. */
  seconds?: number;
  now: Date;
}

/**
 * Invites a registering user, in the transaction that makes the user or later: queues the mail with the link to the
 * registration page. An earlier invitation of the user is worth nothing from then on. Throws `no_user_exists`,
 * `conflict` (the user has registered), `invalid_params` (there is no address to mail to).
 */
export async function inviteUser(tools: Tools, tx: Tx, invitation: Invitation): Promise<{ expiresAt: Date }> {
  const { tenantId, userUuid, now, seconds = INVITATION_SECONDS } = invitation;
  const invitee = await queries.findInvitee(tx, userUuid);
  const receiver = await findReceiver(tx, userUuid);
  if (!invitee || !receiver) throw fail('no_user_exists');
  if (invitee.status !== 'registering') throw fail('conflict');
  const mailAddress = invitation.mailAddress ?? invitee.login_mail_address;
  if (!mailAddress) throw fail('invalid_params', { field: 'loginMailAddress' });
  await revokeCodes(tx, userUuid, REGISTER_LOGIN_INFO, now);
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  const exchangeCode = await issueCode(tx, {
    tenantId,
    kind: 'exchange',
    purpose: REGISTER_LOGIN_INFO,
    userUuid,
    data: { mailAddress },
    seconds,
    now,
  });
  await queueMailTo(tools, tx, receiver, {
    kind: 'invitation',
    to: mailAddress,
    link: `${tools.config.publicUrl}/portal/register.html?exchangeCode=${exchangeCode}`,
    variables: { expiresAt: momentFor(receiver, expiresAt) },
    now,
  });
  return { expiresAt };
}

function momentFor(receiver: Receiver, moment: Date): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: receiver.timezone } as const;
  return new Intl.DateTimeFormat(receiver.locale ?? receiver.tenant_locale, options).format(moment);
}

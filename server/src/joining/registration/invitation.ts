import { REGISTER_LOGIN_INFO } from '../../credentials/one-time-codes/purposes.ts';
import { fail } from '#contract/errors.ts';
import { type MailRefusal, MAILS_AN_HOUR } from '#contract/joining/send-types.ts';
import { hashSecret } from '../../platform/crypto/secret.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import { type MailTo, queueMailsTo, findReceivers, type Receiver } from '../../tenant/notices/notices.ts';
import { issueCodes, revokeCodes } from '../../credentials/one-time-codes/one-time-codes.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { momentWords } from '../../platform/mail/time-words.ts';
import type { Tools } from '../../platform/tools.ts';
import type { Invitation } from '../../people/ports.ts';
import * as queries from './queries.ts';

const INVITATION_SECONDS = 7 * 86_400;
const HOUR_SECONDS = 3600;

/**
 * Invites a registering user, in the transaction that creates the user or later: queues an email with a link to the
 * registration page. Earlier invitations stop working. Throws `no_user_exists`, `conflict` (already registered),
 * `invalid_params` (no address), `too_many_requests`, `duplicated_params_loginMailAddress` (another user signs in with
 * it).
 */
export async function inviteUser(tools: Tools, tx: Tx, invitation: Invitation): Promise<{ expiresAt: Date }> {
  const { userUuid, mailAddress, ...how } = invitation;
  const addresses = mailAddress ? new Map([[userUuid, mailAddress]]) : new Map<string, string>();
  const { refused, often, expiresAt } = await inviteUsers(tools, tx, [userUuid], { ...how, addresses });
  const reason = refused.get(userUuid);
  if (reason === 'noUser') throw fail('no_user_exists');
  if (reason === 'noAddress') throw fail('invalid_params', { field: 'loginMailAddress' });
  if (reason === 'addressTaken') throw fail('duplicated_params_loginMailAddress', { field: 'loginMailAddress' });
  if (reason === 'mailedLately') throw fail('too_many_requests', { retryAfter: often.get(userUuid) });
  if (reason) throw fail('conflict');
  return { expiresAt };
}

export interface Invitations {
  tenantId: string;
  /** The mailing they belong to. */
  runUuid?: string;
  /** Receivers by user, where not the pending address or the sign-in address. */
  addresses?: ReadonlyMap<string, string>;
  seconds?: number | undefined;
  now: Date;
}

interface Invited {
  refused: Map<string, MailRefusal>;
  /** Users over the limit of invitations, with the seconds until they can be invited again. */
  often: Map<string, number>;
  /** Addresses, and mail IDs, by user. */
  invited: Map<string, string>;
  mailIds: Map<string, string>;
  expiresAt: Date;
}

/** Invites many users; returns those who could not be invited, and the addresses of the others. */
export async function inviteUsers(
  tools: Tools,
  tx: Tx,
  userUuids: readonly string[],
  how: Invitations,
): Promise<Invited> {
  const { tenantId, now, seconds = INVITATION_SECONDS } = how;
  const found = new Map((await queries.findInvitees(tx, userUuids)).map((invitee) => [invitee.uuid, invitee]));
  const addressOf = (uuid: string) => {
    const invitee = found.get(uuid);
    return how.addresses?.get(uuid) ?? invitee?.next_login_mail_address ?? invitee?.login_mail_address ?? null;
  };
  const owners = await queries.findOwners(
    tx,
    userUuids.map(addressOf).filter((address) => address !== null),
  );
  const often = await queries.findMailedOften(tx, userUuids, { most: MAILS_AN_HOUR, withinSeconds: HOUR_SECONDS }, now);
  const refused = new Map<string, MailRefusal>();
  const invited = new Map<string, string>();
  for (const uuid of userUuids) {
    const invitee = found.get(uuid);
    const address = addressOf(uuid);
    if (!invitee) refused.set(uuid, 'noUser');
    else if (invitee.status === 'inactive') refused.set(uuid, 'notActive');
    else if (invitee.status !== 'registering') refused.set(uuid, 'hasRegistered');
    else if (!address) refused.set(uuid, 'noAddress');
    else if ((owners.get(address.toLowerCase()) ?? uuid) !== uuid) refused.set(uuid, 'addressTaken');
    else if (often.has(uuid)) refused.set(uuid, 'mailedLately');
    else invited.set(uuid, address);
  }
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  const mailIds = await mailInvitations(tools, tx, invited, { ...how, tenantId, seconds, expiresAt });
  return { refused, often, invited, mailIds, expiresAt };
}

async function mailInvitations(
  tools: Tools,
  tx: Tx,
  invited: ReadonlyMap<string, string>,
  { tenantId, runUuid, seconds, expiresAt, now }: Invitations & { seconds: number; expiresAt: Date },
): Promise<Map<string, string>> {
  const uuids = [...invited.keys()];
  if (uuids.length === 0) return new Map();
  await revokeCodes(tx, uuids, REGISTER_LOGIN_INFO, now);
  await queries.noteWaiting(tx, invited, expiresAt);
  await queries.endRegistrationMails(tx, uuids, 'replaced', now);
  const common = { tenantId, kind: 'exchange', purpose: REGISTER_LOGIN_INFO, seconds, now } as const;
  const codes = await issueCodes(
    tx,
    [...invited].map(([userUuid, mailAddress]) => ({ ...common, userUuid, data: { mailAddress } })),
  );
  const codeOf = new Map(uuids.map((uuid, at) => [uuid, codes[at] ?? '']));
  const receivers = await findReceivers(tx, uuids);
  const mailIds = await queueMailsTo(
    tools,
    tx,
    receivers.map((receiver) => invitationTo(tools, receiver, invited, codeOf, expiresAt)),
    { kind: 'invitation', now },
  );
  await queries.insertRegistrationMails(
    tx,
    [...invited].map(([user_uuid, mail_address]) => ({
      tenant_id: tenantId,
      uuid: newUuid(),
      user_uuid,
      run_uuid: runUuid ?? null,
      mail_id: mailIds.get(user_uuid) ?? null,
      mail_address,
      code_hash: hashSecret((codeOf.get(user_uuid) ?? '').split('.')[1] ?? ''),
      sent_at: now,
      expires_at: expiresAt,
    })),
  );
  return mailIds;
}

/**
 * Revokes registration links of users and cancels their pending emails, because the address changed or the user must
 * not register any more.
 */
export async function cancelInvitations(tx: Tx, userUuids: readonly string[], now: Date): Promise<void> {
  if (userUuids.length === 0) return;
  await revokeCodes(tx, userUuids, REGISTER_LOGIN_INFO, now);
  await queries.endRegistrationMails(tx, userUuids, 'cancelled', now);
  await queries.noteNoLink(tx, userUuids);
}

function invitationTo(
  tools: Tools,
  receiver: Receiver,
  invited: ReadonlyMap<string, string>,
  codeOf: ReadonlyMap<string, string>,
  expiresAt: Date,
): MailTo {
  const uuid = receiver.uuid ?? '';
  return {
    receiver,
    to: invited.get(uuid) ?? '',
    link: `${tools.config.publicUrl}/portal/register.html?exchangeCode=${codeOf.get(uuid)}`,
    variables: (locale) => ({ expiresAt: momentWords(locale, receiver.timezone, expiresAt) }),
  };
}

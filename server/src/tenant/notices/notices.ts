import { sql } from 'kysely';
import { personName } from '#contract/display.ts';
import { readUserAgent } from '#contract/user-agent.ts';
import { textIn } from '#messages/catalog.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { composeMail } from '../../platform/mail/compose.ts';
import { type QueuedMail, queueMails } from '../../platform/mail/outbox.ts';
import { mailLookOf } from '../branding/mail-look.ts';
import { type OwnTexts, readOwnTexts } from '../mail-texts/own-texts.ts';
import type { Tools } from '../../platform/tools.ts';

/** The mails that tell a person what happened to their credentials (standards 12). Words: messages mail.<kind>.*. */
export type NoticeKind =
  | 'passwordChanged'
  | 'oneTimePassword'
  | 'mfaEnabled'
  | 'mfaDisabled'
  | 'recoveryCodesRenewed'
  | 'recoveryCodeUsed'
  | 'mailAddressChanged'
  | 'sessionsEnded'
  | 'pinIssued'
  | 'pinRemoved'
  | 'cardAdded'
  | 'cardRemoved'
  | 'deviceAccountAdded'
  | 'deviceAccountRemoved'
  | 'userActivated'
  | 'userDeactivated'
  | 'userUnlocked'
  | 'accountLocked'
  | 'signInStopped'
  | 'newSignIn'
  | 'externalAccountUnlinked';

export interface Receiver {
  tenant_id: string;
  tenant_name: string;
  tenant_locale: string;
  timezone: string;
  custom_theme: Record<string, unknown>;
  /** Null: somebody who has no account yet. */
  uuid: string | null;
  user_id: string;
  family_name: string;
  given_name: string;
  locale: string | null;
  login_mail_address: string | null;
}

/** A user as the receiver of a mail. */
export async function findReceiver(tx: Tx, userUuid: string): Promise<Receiver | null> {
  return (await findReceivers(tx, [userUuid]))[0] ?? null;
}

/** So many administrators of a tenant are told of one act. */
const MOST_TOLD = 100;

/** The active administrators who have an address, as receivers of mails; at most 100. */
export async function findAdministrators(tx: Tx): Promise<Receiver[]> {
  const { rows } = await sql<{ uuid: string }>`
    select uuid from users where status = 'active' and is_administrator(roles) and login_mail_address is not null
    order by uuid limit ${MOST_TOLD}`.execute(tx);
  return findReceivers(
    tx,
    rows.map(({ uuid }) => uuid),
  );
}

/** Users as receivers of mails, in no order. */
export async function findReceivers(tx: Tx, userUuids: readonly string[]): Promise<Receiver[]> {
  return tx
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.tenant_id', 'u.tenant_id')
    .select([
      'u.tenant_id',
      't.name as tenant_name',
      't.locale as tenant_locale',
      't.custom_theme',
      'u.uuid',
      'u.user_id',
    ])
    .select(['u.family_name', 'u.given_name', 'u.locale', 'u.login_mail_address'])
    .select((eb) => eb.fn.coalesce('u.timezone', 't.timezone').as('timezone'))
    .where('u.uuid', '=', sql<string>`any (${userUuids}::uuid[])`)
    .execute();
}

type Variables = Record<string, string | number>;

/** A mail to a user: to the login mail address, unless `to` names another. */
export interface MailTo {
  receiver: Receiver;
  to?: string;
  /** What the words need; asked by the mail's language where it depends on it. */
  variables?: Variables | ((locale: string) => Variables);
  link?: string;
  /** Nobody has shown yet that the address is theirs: a stranger is not greeted by a name that somebody typed. */
  isUnproven?: boolean;
}

/**
 * Queues a mail to a user, in the transaction of what it tells of, in the user's language with the tenant's theme, or
 * in the words the tenant wrote for it. A user without an address gets none.
 */
export async function queueMailTo(
  tools: Tools,
  tx: Tx,
  receiver: Receiver,
  { kind, now, ...mail }: Omit<MailTo, 'receiver'> & { kind: string; now: Date },
): Promise<void> {
  await queueMailsTo(tools, tx, [{ receiver, ...mail }], { kind, now });
}

/** Queues mails of one kind to many users of a tenant, at once; answers the ids of the mails by the users' uuids. */
export async function queueMailsTo(
  tools: Tools,
  tx: Tx,
  mails: readonly MailTo[],
  { kind, now }: { kind: string; now: Date },
): Promise<Map<string, string>> {
  const texts = await readOwnTexts(tx, kind);
  const queued = mails.flatMap((mail) => {
    const recipient = mail.to ?? mail.receiver.login_mail_address;
    return recipient ? [toQueuedMail(tools, { ...mail, kind, recipient, now }, texts)] : [];
  });
  const mailIds = await queueMails(tx, tools.sealer, queued);
  return new Map(queued.map(({ receiverUuid }, at) => [receiverUuid ?? '', mailIds[at] ?? '']));
}

function toQueuedMail(
  tools: Tools,
  {
    receiver,
    recipient,
    kind,
    variables,
    link,
    isUnproven,
    now,
  }: MailTo & { recipient: string; kind: string; now: Date },
  { own, phrase }: OwnTexts,
): QueuedMail {
  // What a tenant wrote itself is in the tenant's language, whoever reads it.
  const locale = own ? receiver.tenant_locale : (receiver.locale ?? receiver.tenant_locale);
  const ownVariables = typeof variables === 'function' ? variables(locale) : variables;
  const content = composeMail({
    kind,
    locale,
    productName: tools.config.PRODUCT_NAME,
    tenantName: receiver.tenant_name,
    look: mailLookOf(receiver.custom_theme),
    variables: {
      ...namesOf(receiver, locale),
      ...(isUnproven && namelessly(receiver.user_id, own !== null)),
      ...{ mailAddress: recipient, ...ownVariables },
    },
    link,
    own,
    phrase,
  });
  const receiverUuid = receiver.uuid;
  return { tenantId: receiver.tenant_id, receiverUuid, recipient, kind, locale, content, now };
}

/** In place of the names, in a mail to an address that is not proven: no greeting; an own text says the user ID. */
export const namelessly = (userId: string, isOwn: boolean) => ({
  ...{ name: isOwn ? userId : '', familyName: '', givenName: '' },
});

/** Somebody who has no account yet has neither name nor user id. */
function namesOf(receiver: Receiver, locale: string): Record<string, string> {
  const { tenant_id: tenantId, user_id: userId, family_name: familyName, given_name: givenName } = receiver;
  if (receiver.uuid === null) return { tenantId };
  return { tenantId, userId, familyName, givenName, name: personName({ familyName, givenName }, locale) || userId };
}

/** Queues the notice of a change of credentials: what, when, from where. `to`: also or instead to a former address. */
export async function queueNotice(
  tools: Tools,
  tx: Tx,
  notice: {
    tenantId: string;
    userUuid: string;
    kind: NoticeKind;
    client: ClientInfo | null;
    now: Date;
    to?: string;
    variables?: Record<string, string | number>;
  },
): Promise<void> {
  const receiver = await findReceiver(tx, notice.userUuid);
  if (!receiver) return;
  await queueMailTo(tools, tx, receiver, {
    kind: notice.kind,
    to: notice.to,
    // Who cannot sign in has nothing to open.
    ...(notice.kind === 'userDeactivated' || notice.kind === 'oneTimePassword'
      ? {}
      : { link: `${tools.config.publicUrl}${pageOf(notice.kind)}` }),
    variables: (locale) => ({
      time: noticeTime(notice.now, receiver),
      address: notice.client?.address ?? '',
      browser: browserName(notice.client?.userAgent ?? '', locale),
      ...notice.variables,
    }),
    now: notice.now,
  });
}

/** "Chrome on Windows", or as much as is known: a stranger's own words would make our mail theirs. */
function browserName(userAgent: string, locale: string): string {
  const text = textIn(locale);
  const { browser, system } = readUserAgent(userAgent);
  if (browser && system) return text('account.device.browserOnSystem', { browser, system });
  return browser ?? system ?? text('account.device.unknown');
}

/** Where whoever did not do it themselves goes on. */
const ways: Partial<Record<NoticeKind, string>> = {
  newSignIn: '/portal/account/sessions',
  accountLocked: '/portal/account/sessions',
  signInStopped: '/portal/account/change_password',
};
const pageOf = (kind: NoticeKind) => ways[kind] ?? '/portal/account/basic_settings';

/** A moment as the receiver of a mail reads it. */
export function noticeTime(now: Date, receiver: Receiver): string {
  const options = { dateStyle: 'long', timeStyle: 'long', timeZone: receiver.timezone } as const;
  return new Intl.DateTimeFormat(receiver.locale ?? receiver.tenant_locale, options).format(now);
}

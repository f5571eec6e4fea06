import { sql } from 'kysely';
import { personName } from '#contract/display.ts';
import { intlLocale } from '#contract/intl-locale.ts';
import { readUserAgent } from '#contract/user-agent.ts';
import { textIn } from '#messages/catalog.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { CallOrigin } from '../../platform/events/origin.ts';
import { composeMail } from '../../platform/mail/compose.ts';
import { type QueuedMail, queueMails } from '../../platform/mail/outbox.ts';
import { mailLookOf } from '../branding/mail-look.ts';
import { type OwnTexts, ownTextsFor, readOwnTexts } from '../mail-texts/own-texts.ts';
import type { Tools } from '../../platform/tools.ts';

export { EXPIRY_STAGES } from './expiry-stages.ts';

/** Emails that notify users of changes to their credentials (standards 12). Texts: messages mail.<kind>.*. */
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
  | 'externalAccountLinked'
  | 'externalAccountUnlinked';

export interface Receiver {
  tenant_id: string;
  tenant_name: string;
  tenant_locale: string;
  timezone: string;
  custom_theme: Record<string, unknown>;
  /** Null: a user without an account yet. */
  uuid: string | null;
  user_id: string;
  family_name: string;
  given_name: string;
  locale: string | null;
  login_mail_address: string | null;
}

/** A user as the receiver of an email. */
export async function findReceiver(tx: Tx, userUuid: string): Promise<Receiver | null> {
  return (await findReceivers(tx, [userUuid]))[0] ?? null;
}

/** Maximum number of a tenant's administrators who are notified of one act. */
const MOST_TOLD = 100;

/** The active administrators with an email address, as receivers; at most 100. */
export async function findAdministrators(tx: Tx): Promise<Receiver[]> {
  const { rows } = await sql<{ uuid: string }>`
    select uuid from users where status = 'active' and is_administrator(roles) and login_mail_address is not null
    order by uuid limit ${MOST_TOLD}`.execute(tx);
  return findReceivers(
    tx,
    rows.map(({ uuid }) => uuid),
  );
}

/** Users as receivers of emails, unordered. */
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

/** An email to a user: to the sign-in address unless `to` names another. */
export interface MailTo {
  receiver: Receiver;
  to?: string;
  /** Values for the text; computed per language of the email if they depend on it. */
  variables?: Variables | ((locale: string) => Variables);
  link?: string;
  /** The address is unconfirmed: a stranger must not be greeted by a name that someone else typed. */
  isUnproven?: boolean;
}

/**
 * Queues an email to a user, in the transaction of its cause, in the user's language with the tenant's branding, or in
 * the tenant's own text. Users without an address get none.
 */
export async function queueMailTo(
  tools: Tools,
  tx: Tx,
  receiver: Receiver,
  { kind, now, ...mail }: Omit<MailTo, 'receiver'> & { kind: string; now: Date },
): Promise<void> {
  await queueMailsTo(tools, tx, [{ receiver, ...mail }], { kind, now });
}

/** Queues emails of one kind to many users of a tenant at once; returns the IDs of the emails by user uuid. */
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
  texts: OwnTexts,
): QueuedMail {
  const { tenant_locale: tenantLocale } = receiver;
  const { own, phrase, locale } = ownTextsFor(texts, receiver.locale ?? tenantLocale, tenantLocale);
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

/** Replaces the names in an email to an unconfirmed address: no greeting; a tenant's own text shows the user ID. */
export const namelessly = (userId: string, isOwn: boolean) => ({
  ...{ name: isOwn ? userId : '', familyName: '', givenName: '' },
});

/** A user without an account yet has neither name nor user ID. */
function namesOf(receiver: Receiver, locale: string): Record<string, string> {
  const { tenant_id: tenantId, user_id: userId, family_name: familyName, given_name: givenName } = receiver;
  if (receiver.uuid === null) return { tenantId };
  return { tenantId, userId, familyName, givenName, name: personName({ familyName, givenName }, locale) || userId };
}

export interface Notice {
  userUuid: string;
  kind: NoticeKind;
  client: Pick<CallOrigin, 'address' | 'userAgent'> | null;
  now: Date;
  /** A former address, to which it goes instead. */
  to?: string;
  variables?: Variables | ((receiver: Receiver) => Variables);
}

/**
 * Queues the notices of what one act did to users of the transaction's tenant: what, when, from where. Those of a kind
 * are queued at once.
 */
export async function queueNotices(tools: Tools, tx: Tx, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  const receivers = await findReceivers(tx, [...new Set(notices.map(({ userUuid }) => userUuid))]);
  const byUuid = new Map(receivers.map((receiver) => [receiver.uuid, receiver]));
  for (const [kind, those] of Map.groupBy(notices, (notice) => notice.kind)) {
    const mails = those.flatMap((notice) => {
      const receiver = byUuid.get(notice.userUuid);
      return receiver ? [{ receiver, to: notice.to, ...contentOf(tools, receiver, notice) }] : [];
    });
    await queueMailsTo(tools, tx, mails, { kind, now: those[0]?.now ?? tools.clock() });
  }
}

function contentOf(
  tools: Tools,
  receiver: Receiver,
  { kind, client, now, variables }: Pick<Notice, 'kind' | 'client' | 'now' | 'variables'>,
): Omit<MailTo, 'receiver'> {
  const own = typeof variables === 'function' ? variables(receiver) : variables;
  return {
    // Users who cannot sign in get no link.
    ...(kind === 'userDeactivated' || kind === 'oneTimePassword'
      ? {}
      : { link: `${tools.config.publicUrl}${pageOf(kind)}` }),
    variables: (locale) => ({
      time: noticeTime(now, receiver),
      address: client?.address ?? '',
      browser: browserName(client?.userAgent ?? '', locale),
      ...own,
    }),
  };
}

/**
 * "Chrome on Windows", or as much as is known: never the raw header, by which a stranger could put text into our email.
 */
function browserName(userAgent: string, locale: string): string {
  const text = textIn(locale);
  const { browser, system } = readUserAgent(userAgent);
  if (browser && system) return text('account.device.browserOnSystem', { browser, system });
  return browser ?? system ?? text('account.device.unknown');
}

/** Where users continue if it was not them. */
const ways: Partial<Record<NoticeKind, string>> = {
  newSignIn: '/portal/account/sessions',
  accountLocked: '/portal/account/sessions',
  signInStopped: '/portal/account/change_password',
};
const pageOf = (kind: NoticeKind) => ways[kind] ?? '/portal/account/basic_settings';

/** A time as the receiver of an email reads it. */
export function noticeTime(now: Date, receiver: Receiver): string {
  const options = { dateStyle: 'long', timeStyle: 'long', timeZone: receiver.timezone } as const;
  return new Intl.DateTimeFormat(intlLocale(receiver.locale ?? receiver.tenant_locale), options).format(now);
}

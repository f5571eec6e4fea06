import { personName } from '#contract/display.ts';
import type { Tx } from '../../db/transaction.ts';
import type { ClientInfo } from '../../http/client-info.ts';
import { composeMail } from '../../mail/compose.ts';
import { queueMail } from '../../mail/outbox.ts';
import type { Tools } from '../../tools.ts';

/** The mails that tell a person what happened to their credentials (standards 12). Words: messages mail.<kind>.*. */
export type NoticeKind =
  | 'passwordChanged'
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
  | 'externalAccountUnlinked';

export interface Receiver {
  tenant_id: string;
  tenant_name: string;
  tenant_locale: string;
  timezone: string;
  custom_theme: Record<string, unknown>;
  uuid: string;
  user_id: string;
  family_name: string;
  given_name: string;
  locale: string | null;
  login_mail_address: string | null;
}

/** A user as the receiver of a mail. */
export async function findReceiver(tx: Tx, userUuid: string): Promise<Receiver | null> {
  const row = await tx
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
    .where('u.uuid', '=', userUuid)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Queues a mail to a user, in the transaction of what it tells of, in the user's language with the tenant's theme.
 * Goes to the login mail address unless `to` names another. A user without an address gets none.
 */
export async function queueMailTo(
  tools: Tools,
  tx: Tx,
  receiver: Receiver,
  mail: { kind: string; to?: string; variables?: Record<string, string | number>; link?: string; now: Date },
): Promise<void> {
  const recipient = mail.to ?? receiver.login_mail_address;
  if (!recipient) return;
  const locale = receiver.locale ?? receiver.tenant_locale;
  const { themeColor } = receiver.custom_theme;
  const content = composeMail({
    kind: mail.kind,
    locale,
    productName: tools.config.PRODUCT_NAME,
    tenantName: receiver.tenant_name,
    themeColor: typeof themeColor === 'string' ? themeColor : undefined,
    variables: {
      name:
        personName({ familyName: receiver.family_name, givenName: receiver.given_name }, locale) || receiver.user_id,
      userId: receiver.user_id,
      tenantId: receiver.tenant_id,
      ...mail.variables,
    },
    link: mail.link,
  });
  await queueMail(tx, tools.sealer, {
    tenantId: receiver.tenant_id,
    receiverUuid: receiver.uuid,
    recipient,
    kind: mail.kind,
    locale,
    content,
    now: mail.now,
  });
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
    ...(notice.kind === 'userDeactivated' ? {} : { link: `${tools.config.publicUrl}/portal/account/basic_settings` }),
    variables: {
      time: noticeTime(notice.now, receiver),
      address: notice.client?.address ?? '',
      browser: notice.client?.userAgent ?? '',
      ...notice.variables,
    },
    now: notice.now,
  });
}

function noticeTime(now: Date, receiver: Receiver): string {
  const options = { dateStyle: 'long', timeStyle: 'long', timeZone: receiver.timezone } as const;
  return new Intl.DateTimeFormat(receiver.locale ?? receiver.tenant_locale, options).format(now);
}

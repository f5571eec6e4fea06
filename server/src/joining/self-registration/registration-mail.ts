import { SELF_REGISTER } from '../../credentials/one-time-codes/purposes.ts';
import type { Language } from '#contract/languages.ts';
import { isTenantId } from '#contract/rules.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { momentWords } from '../../platform/mail/time-words.ts';
import { isOfDomains, readOpenUrl } from '../registration-urls/registration-urls.ts';
import type { Tools } from '../../platform/tools.ts';
import { findReceiver, queueMailTo, type Receiver } from '../../tenant/notices/notices.ts';
import { issueCode, revokeLinksTo } from '../../credentials/one-time-codes/one-time-codes.ts';
import * as queries from './queries.ts';

const LINK_SECONDS = 86_400;

/** A request to register with a URL, stored before the email is sent (`account/mail-requests`). */
export interface RegisterRequest {
  id: string;
  mailAddress: string;
  tenantId?: string;
  urlUuid?: string;
  locale?: Language;
}

/**
 * Emails the link that continues the registration. If a user already has the address, the email says so instead. Sends
 * nothing if the URL has ended by now.
 */
export async function queueRegistrationMail(tools: Tools, _tx: Tx, request: RegisterRequest): Promise<void> {
  const { tenantId, urlUuid } = request;
  if (!tenantId || !urlUuid || !isTenantId(tenantId)) return;
  await tools.db.inTenant(tenantId, (tx) => answer(tools, tx, { ...request, tenantId, urlUuid }));
}

async function answer(
  tools: Tools,
  tx: Tx,
  request: RegisterRequest & { tenantId: string; urlUuid: string },
): Promise<void> {
  const now = tools.clock();
  const { tenantId, urlUuid, mailAddress, id: requestId } = request;
  const url = await readOpenUrl(tx, urlUuid, now).catch(() => null);
  const tenant = await queries.readTenant(tx);
  if (!url || tenant?.status !== 'active' || !isOfDomains(mailAddress, url.enabledDomains)) return;
  // A request that is handled again after a crash is emailed only once.
  if (await queries.isAnswered(tx, SELF_REGISTER, requestId)) return;
  const owner = await queries.findOwner(tx, mailAddress);
  const receiver = owner ? await findReceiver(tx, owner) : null;
  if (receiver) {
    const link = `${tools.config.publicUrl}/portal/login.html`;
    // Nobody gets this code. It marks the request as handled.
    const note = {
      tenantId,
      kind: 'ticket',
      purpose: SELF_REGISTER,
      userUuid: null,
      data: { requestId },
      now,
    } as const;
    await issueCode(tx, { ...note, seconds: LINK_SECONDS });
    return queueMailTo(tools, tx, receiver, { kind: 'alreadyRegistered', to: mailAddress, link, now });
  }
  await revokeLinksTo(tx, SELF_REGISTER, { urlUuid, mailAddress }, now);
  const { locale } = request;
  const data = { requestId, urlUuid, mailAddress, ...(locale && { locale }) };
  const code = { tenantId, kind: 'exchange', purpose: SELF_REGISTER, userUuid: null, data, now } as const;
  const exchangeCode = await issueCode(tx, { ...code, seconds: LINK_SECONDS });
  const link = `${tools.config.publicUrl}/portal/self-register.html?exchangeCode=${exchangeCode}`;
  const stranger = strangerOf(tenant, locale);
  // The link ends with its URL, which may be sooner.
  const end = new Date(Math.min(now.getTime() + LINK_SECONDS * 1000, url.expiresAt.getTime()));
  const variables = (locale: string) => ({ expiresAt: momentWords(locale, tenant.timezone, end) });
  await queueMailTo(tools, tx, stranger, { kind: 'selfRegistration', to: mailAddress, link, variables, now });
}

/** An email receiver without an account. */
const strangerOf = (tenant: queries.TenantRow, locale: string | undefined): Receiver => ({
  tenant_id: tenant.tenant_id,
  tenant_name: tenant.name,
  tenant_locale: tenant.locale,
  timezone: tenant.timezone,
  custom_theme: tenant.custom_theme,
  uuid: null,
  user_id: '',
  family_name: '',
  given_name: '',
  locale: locale ?? null,
  login_mail_address: null,
});
